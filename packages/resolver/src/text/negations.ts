/** Words that exclude what follows. Matching cannot express exclusion, so these queries are never `high`. */
export const negations: ReadonlySet<string> = new Set(
  `not no never without except excluding
   nicht kein keine keinen keinem keiner keines ohne ausser
   pas sans sauf aucun aucune
   sin excepto salvo ningun ninguno ninguna nunca
   non senza tranne eccetto nessun nessuno nessuna
   niet geen zonder behalve nooit
   nao sem exceto nenhum nenhuma`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
