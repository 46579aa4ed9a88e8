import type { quality as keys } from '../de/quality.js';

/** The verdicts of a collection, open queries, findings and pairs of duplicates. */
export const quality: Record<keyof typeof keys, string> = {
  'Verdicts a day': 'Veredictos por día',
  'Verdicts of the last {days} days: {high} high, {low} low, {none} none':
    'Veredictos de los últimos {days} días: {high} altos, {low} bajos, {none} sin coincidencia',
  '{day}: {high} high, {low} low, {none} none': '{day}: {high} altos, {low} bajos, {none} sin coincidencia',
  'No queries in these {days} days': 'Ninguna consulta en estos {days} días',
  'Queries to decide': 'Consultas por decidir',
  'Nothing to decide': 'Nada por decidir',
  'The last queries with the verdict low or none are listed here. Queries are kept as long as the workspace says.':
    'Aquí figuran las últimas consultas con el veredicto «bajo» o «ninguno». Se conservan durante el tiempo que indica el espacio de trabajo.',
  'Choose the record': 'Elegir el registro',
  'Add a synonym': 'Añadir un sinónimo',
  'Answers with the verdict high': 'Respuestas con el veredicto «alto»',
  '{wrong} of {count} judged query got a wrong answer with this verdict: at most {percent} % are wrong.|{wrong} of {count} judged queries got a wrong answer with this verdict: at most {percent} % are wrong.':
    '{wrong} de {count} consulta evaluada recibió una respuesta incorrecta con este veredicto: como máximo el {percent} % son incorrectas.|{wrong} de {count} consultas evaluadas recibieron una respuesta incorrecta con este veredicto: como máximo el {percent} % son incorrectas.',
  Answer: 'Respuesta',
  Right: 'Correcta',
  'Right: {query}': 'Correcta: {query}',
  Wrong: 'Incorrecta',
  'Wrong: {query}': 'Incorrecta: {query}',
  'Words that no record has': 'Palabras que no tiene ningún registro',
  Word: 'Palabra',
  Queries: 'Consultas',
  'Records have every word of the last queries, or synonyms lead to them.':
    'Los registros contienen todas las palabras de las últimas consultas, o hay sinónimos que llevan a ellos.',
  'Every value fits': 'Todos los valores son válidos',
  'No field is declared yet': 'Todavía no hay ningún campo declarado',
  'Unknown fields and values of the wrong type are listed here, as soon as types are declared under Fields.':
    'Aquí figuran los campos desconocidos y los valores de tipo incorrecto en cuanto se declaran tipos en Campos.',
  'Unknown field': 'Campo desconocido',
  'Wrong type': 'Tipo incorrecto',
  'Clock ahead': 'Reloj adelantado',
  Delivery: 'Entrega',
  'Two spellings of an id': 'Dos grafías de un ID',
  Kind: 'Clase',
  Seen: 'Visto',
  'Such as': 'Por ejemplo',
  Declare: 'Declarar',
  'Declare {field}': 'Declarar {field}',
  Dismiss: 'Ignorar',
  'Dismiss {field}': 'Ignorar {field}',
  'Dismissed until it happens again.': 'Ignorado hasta que vuelva a ocurrir.',
  'Filters then compare by this type, and the finding is cleared.':
    'Los filtros comparan entonces por este tipo y la incidencia queda resuelta.',
  '{field} is declared, and its finding is cleared.': '{field} está declarado y su incidencia, resuelta.',
  'Which pairs': 'Qué parejas',
  'To decide': 'Por decidir',
  Same: 'Iguales',
  Different: 'Distintos',
  'Pair {position} of {number}': 'Pareja {position} de {number}',
  Previous: 'Anterior',
  Next: 'Siguiente',
  'Decisions as CSV': 'Decisiones en CSV',
  'Comparing the records': 'Comparando los registros',
  'Pairs of records that may be the same are listed here.':
    'Aquí figuran las parejas de registros que podrían ser iguales.',
  'Pairs appear here as they are found. You can leave this page.':
    'Las parejas aparecen aquí a medida que se encuentran. Puede salir de esta página.',
  'No other record looks the same.': 'Ningún otro registro parece igual.',
  'The records are being compared.': 'Los registros se están comparando.',
  'Probably the same': 'Probablemente iguales',
  'Maybe the same': 'Quizá iguales',
  'Decided by {name}': 'Decidido por {name}',
  'Decide again': 'Decidir de nuevo',
  'Keep {id}': 'Conservar {id}',
  'Only what differs': 'Solo las diferencias',
  '{count} field is equal: show all|{count} fields are equal: show all':
    '{count} campo es igual: mostrar todos|{count} campos son iguales: mostrar todos',
  'Same: {id} is kept.': 'Iguales: se conserva {id}.',
  'The records are different.': 'Los registros son distintos.',
};
