const de = {
  'Field "{field}" arrives, such as {value}, but is not declared: declare it, or set unknown_policy to accept.':
    'Das Feld „{field}“ wird gesendet, zum Beispiel mit {value}, ist aber nicht deklariert: Deklarieren Sie es, oder speichern Sie nicht deklarierte Felder unter Quellen ohne Meldung.',
  'Field "{field}" arrives but is not declared: declare it, or set unknown_policy to accept.':
    'Das Feld „{field}“ wird gesendet, ist aber nicht deklariert: Deklarieren Sie es, oder speichern Sie nicht deklarierte Felder unter Quellen ohne Meldung.',
  'Field "{field}" arrives with {value}, which does not match its type, {type}: {advice}.':
    'Das Feld „{field}“ enthält {value}. Das passt nicht zum Typ {type}: {advice}.',
  'Field "{field}" arrives with a value that does not match its type, {type}.':
    'Das Feld „{field}“ enthält einen Wert, der nicht zum Typ {type} passt.',
  'Field "{field}" arrives with {value}, an update time that cannot be read: send an ISO 8601 time, such as 2026-03-01T09:15:00Z.':
    'Das Feld „{field}“ enthält {value}. Das ist kein lesbarer Änderungszeitpunkt: Senden Sie eine Zeit nach ISO 8601, zum Beispiel 2026-03-01T09:15:00Z.',
  'Field "{field}" arrives with {moment}, more than a day ahead: later updates are taken for older ones until then.':
    'Das Feld „{field}“ enthält {moment}, mehr als einen Tag in der Zukunft: Bis dahin gelten spätere Änderungen als älter.',
  'The record was ignored because field "{field}" of the stored one is {moment}, more than a day ahead: correct the clock of the source.':
    'Der Datensatz wurde ignoriert, weil das Feld „{field}“ des gespeicherten {moment} enthält, mehr als einen Tag in der Zukunft: Stellen Sie die Uhr der Quelle richtig.',
  'Two spellings of one id arrive in field "{field}", such as {first} and {second}: they are one record. If the source means two, give them ids that differ in more than spaces, invisible characters and what a spreadsheet adds.':
    'Im Feld „{field}“ kommt eine Id in zwei Schreibweisen an, zum Beispiel {first} und {second}: Beide sind ein Datensatz. Wenn zwei gemeint sind, müssen sich ihre Ids in mehr als Leerzeichen und unsichtbaren Zeichen unterscheiden.',
  'Deliveries are refused. The last one: {refusal}': 'Lieferungen werden abgelehnt. Die letzte: {refusal}',
  'Calls arrived on {day} at an ingest URL that has been replaced: give the source the current one.':
    'Am {day} kamen Aufrufe bei einer ersetzten Ingest-URL an: Geben Sie der Quelle die aktuelle.',
  'The body is not valid JSON: send one JSON value in UTF-8.':
    'Der Inhalt ist kein gültiges JSON: Senden Sie einen JSON-Wert in UTF-8.',
  'The record has no id.': 'Der Datensatz hat keine Id.',
  'The required field "{field}" is missing or empty.': 'Das Pflichtfeld „{field}“ fehlt oder ist leer.',
  'The collection refuses the undeclared field "{field}".':
    'Die Sammlung nimmt das nicht deklarierte Feld „{field}“ nicht an.',
  'decimal comma or thousands separator? Send {first} or {second}':
    'Dezimalkomma oder Tausendertrennzeichen? Senden Sie {first} oder {second}',
  'day or month first? Send {first} or {second}': 'Steht der Tag oder der Monat vorn? Senden Sie {first} oder {second}',
  'decimal comma: send {number}': 'Dezimalkomma: Senden Sie {number}',
  'thousands separator: send {number}': 'Tausendertrennzeichen: Senden Sie {number}',
  'send text': 'Senden Sie Text',
  'send a number': 'Senden Sie eine Zahl',
  'send the digits alone, without a unit or currency': 'Senden Sie nur die Ziffern, ohne Einheit oder Währung',
  'send one value or a list of values': 'Senden Sie einen Wert oder eine Liste von Werten',
  'send YYYY-MM-DD or an ISO 8601 time': 'Senden Sie JJJJ-MM-TT oder eine Zeit nach ISO 8601',
  'send {date}': 'Senden Sie {date}',
};

/** A sentence of the service about findings, or a part of one. `{name}` is a value. */
export type FindingSentence = keyof typeof de;

const fr: Readonly<Record<FindingSentence, string>> = {
  'Field "{field}" arrives, such as {value}, but is not declared: declare it, or set unknown_policy to accept.':
    'Le champ « {field} » arrive, par exemple avec {value}, mais n’est pas déclaré : déclarez-le, ou enregistrez sans signalement, sous Sources, les champs non déclarés.',
  'Field "{field}" arrives but is not declared: declare it, or set unknown_policy to accept.':
    'Le champ « {field} » arrive, mais n’est pas déclaré : déclarez-le, ou enregistrez sans signalement, sous Sources, les champs non déclarés.',
  'Field "{field}" arrives with {value}, which does not match its type, {type}: {advice}.':
    'Le champ « {field} » contient {value}, ce qui ne correspond pas au type {type} : {advice}.',
  'Field "{field}" arrives with a value that does not match its type, {type}.':
    'Le champ « {field} » contient une valeur qui ne correspond pas au type {type}.',
  'Field "{field}" arrives with {value}, an update time that cannot be read: send an ISO 8601 time, such as 2026-03-01T09:15:00Z.':
    'Le champ « {field} » contient {value}, une date de modification illisible : envoyez une date ISO 8601, par exemple 2026-03-01T09:15:00Z.',
  'Field "{field}" arrives with {moment}, more than a day ahead: later updates are taken for older ones until then.':
    'Le champ « {field} » contient {moment}, plus d’un jour dans le futur : jusque-là, les modifications suivantes passent pour plus anciennes.',
  'The record was ignored because field "{field}" of the stored one is {moment}, more than a day ahead: correct the clock of the source.':
    'L’enregistrement a été ignoré, car le champ « {field} » de celui qui est stocké contient {moment}, plus d’un jour dans le futur : corrigez l’horloge de la source.',
  'Two spellings of one id arrive in field "{field}", such as {first} and {second}: they are one record. If the source means two, give them ids that differ in more than spaces, invisible characters and what a spreadsheet adds.':
    'Deux graphies d’un même identifiant arrivent dans le champ « {field} », par exemple {first} et {second} : c’est un seul enregistrement. S’il en faut deux, leurs identifiants doivent différer par plus que des espaces et des caractères invisibles.',
  'Deliveries are refused. The last one: {refusal}': 'Les livraisons sont refusées. La dernière : {refusal}',
  'Calls arrived on {day} at an ingest URL that has been replaced: give the source the current one.':
    'Le {day}, des appels sont arrivés à une URL d’ingestion remplacée : donnez l’URL actuelle à la source.',
  'The body is not valid JSON: send one JSON value in UTF-8.':
    'Le contenu n’est pas du JSON valide : envoyez une valeur JSON en UTF-8.',
  'The record has no id.': 'L’enregistrement n’a pas d’identifiant.',
  'The required field "{field}" is missing or empty.': 'Le champ obligatoire « {field} » manque ou est vide.',
  'The collection refuses the undeclared field "{field}".': 'La collection refuse le champ non déclaré « {field} ».',
  'decimal comma or thousands separator? Send {first} or {second}':
    'virgule décimale ou séparateur de milliers ? Envoyez {first} ou {second}',
  'day or month first? Send {first} or {second}': 'le jour ou le mois en premier ? Envoyez {first} ou {second}',
  'decimal comma: send {number}': 'virgule décimale : envoyez {number}',
  'thousands separator: send {number}': 'séparateur de milliers : envoyez {number}',
  'send text': 'envoyez du texte',
  'send a number': 'envoyez un nombre',
  'send the digits alone, without a unit or currency': 'envoyez seulement les chiffres, sans unité ni devise',
  'send one value or a list of values': 'envoyez une valeur ou une liste de valeurs',
  'send YYYY-MM-DD or an ISO 8601 time': 'envoyez AAAA-MM-JJ ou une date ISO 8601',
  'send {date}': 'envoyez {date}',
};

const es: Readonly<Record<FindingSentence, string>> = {
  'Field "{field}" arrives, such as {value}, but is not declared: declare it, or set unknown_policy to accept.':
    'El campo «{field}» llega, por ejemplo con {value}, pero no está declarado: declárelo, o guarde sin avisar los campos sin declarar, en Fuentes.',
  'Field "{field}" arrives but is not declared: declare it, or set unknown_policy to accept.':
    'El campo «{field}» llega, pero no está declarado: declárelo, o guarde sin avisar los campos sin declarar, en Fuentes.',
  'Field "{field}" arrives with {value}, which does not match its type, {type}: {advice}.':
    'El campo «{field}» contiene {value}, que no corresponde al tipo {type}: {advice}.',
  'Field "{field}" arrives with a value that does not match its type, {type}.':
    'El campo «{field}» contiene un valor que no corresponde al tipo {type}.',
  'Field "{field}" arrives with {value}, an update time that cannot be read: send an ISO 8601 time, such as 2026-03-01T09:15:00Z.':
    'El campo «{field}» contiene {value}, una fecha de modificación que no se puede leer: envíe una fecha ISO 8601, por ejemplo 2026-03-01T09:15:00Z.',
  'Field "{field}" arrives with {moment}, more than a day ahead: later updates are taken for older ones until then.':
    'El campo «{field}» contiene {moment}, más de un día en el futuro: hasta entonces, los cambios posteriores se consideran anteriores.',
  'The record was ignored because field "{field}" of the stored one is {moment}, more than a day ahead: correct the clock of the source.':
    'El registro se ignoró porque el campo «{field}» del almacenado contiene {moment}, más de un día en el futuro: corrija el reloj de la fuente.',
  'Two spellings of one id arrive in field "{field}", such as {first} and {second}: they are one record. If the source means two, give them ids that differ in more than spaces, invisible characters and what a spreadsheet adds.':
    'Llegan dos grafías de un mismo id en el campo «{field}», por ejemplo {first} y {second}: son un solo registro. Si son dos, sus ids deben diferenciarse en algo más que espacios y caracteres invisibles.',
  'Deliveries are refused. The last one: {refusal}': 'Se rechazan las entregas. La última: {refusal}',
  'Calls arrived on {day} at an ingest URL that has been replaced: give the source the current one.':
    'El {day} llegaron llamadas a una URL de ingesta sustituida: dé a la fuente la actual.',
  'The body is not valid JSON: send one JSON value in UTF-8.':
    'El contenido no es JSON válido: envíe un valor JSON en UTF-8.',
  'The record has no id.': 'El registro no tiene id.',
  'The required field "{field}" is missing or empty.': 'El campo obligatorio «{field}» falta o está vacío.',
  'The collection refuses the undeclared field "{field}".': 'La colección rechaza el campo sin declarar «{field}».',
  'decimal comma or thousands separator? Send {first} or {second}':
    '¿coma decimal o separador de miles? Envíe {first} o {second}',
  'day or month first? Send {first} or {second}': '¿el día o el mes primero? Envíe {first} o {second}',
  'decimal comma: send {number}': 'coma decimal: envíe {number}',
  'thousands separator: send {number}': 'separador de miles: envíe {number}',
  'send text': 'envíe texto',
  'send a number': 'envíe un número',
  'send the digits alone, without a unit or currency': 'envíe solo las cifras, sin unidad ni moneda',
  'send one value or a list of values': 'envíe un valor o una lista de valores',
  'send YYYY-MM-DD or an ISO 8601 time': 'envíe AAAA-MM-DD o una fecha ISO 8601',
  'send {date}': 'envíe {date}',
};

/**
 * The sentences of the service about findings, by language, then parts of them. The last one is the most general. They
 * are not among the messages, because only one page shows them.
 */
export const findingSentences: Readonly<Record<string, Readonly<Record<FindingSentence, string>>>> = { de, fr, es };
