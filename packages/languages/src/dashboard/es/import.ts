import type { imports as keys } from '../de/import.js';

/** Importing files of records, and the list of collections. */
export const imports: Record<keyof typeof keys, string> = {
  'A new collection': 'Una colección nueva',
  'a-z, 0-9, - and _, such as products': 'a-z, 0-9, - y _, por ejemplo products',
  'Another file': 'Otro archivo',
  Bar: 'Barra vertical',
  boolean: 'booleano',
  Cancelled: 'Cancelado',
  'Choose the encoding in which the lines are right': 'Elija la codificación en la que las líneas son correctas',
  'Choose what counts': 'Elegir qué cuenta',
  'Choose what counts of rows with one id.': 'Elija qué cuenta en las filas con el mismo id.',
  'Close the import': 'Cerrar la importación',
  'Column {column}': 'Columna {column}',
  'Columns are named in': 'Nombres de columnas en',
  'Columns of the file': 'Columnas del archivo',
  Comma: 'Coma',
  'Compare with the file': 'Comparar con el archivo',
  'Copy the command': 'Copiar el comando',
  'Create collection': 'Crear colección',
  'CSV, Excel, NDJSON and JSON. Importing the same file again changes nothing.':
    'CSV, Excel, NDJSON y JSON. Importar de nuevo el mismo archivo no cambia nada.',
  Delimiter: 'Delimitador',
  'Drop a file or a folder here': 'Suelte aquí un archivo o una carpeta',
  'Drop a file or a folder here to import into {collection}':
    'Suelte aquí un archivo o una carpeta para importar en {collection}',
  'Dry run of the first {count}: {written} accepted, {failed} refused, {stale} older than the stored records.':
    'Prueba con los primeros {count}: {written} aceptados, {failed} rechazados, {stale} más antiguos que los registros guardados.',
  'Dry run of the first {count}: {written} accepted, {failed} refused.':
    'Prueba con los primeros {count}: {written} aceptados, {failed} rechazados.',
  empty: 'vacío',
  Encoding: 'Codificación',
  'Failures as CSV': 'Errores en CSV',
  'Field of the column {column}': 'Campo de la columna {column}',
  'Found: {type}': 'Detectado: {type}',
  'Go on': 'Continuar',
  'If the file contains every record of the source, the other records no longer exist there. Records written after the file was saved, {time}, are kept. A deleted record comes back when its source sends it again.':
    'Si el archivo contiene todos los registros de la fuente, los demás ya no existen en ella. Los registros escritos después de guardar el archivo ({time}) se conservan. Un registro eliminado vuelve cuando su fuente lo envía de nuevo.',
  'Import {count}': 'Importar {count}',
  'Import {file}': 'Importar {file}',
  Imported: 'Importado',
  Importing: 'Importando',
  'Into the collection': 'En la colección',
  'Joined to the id': 'Unida al id',
  'Line {line}: the id must be a string or a whole number.':
    'Línea {line}: el id debe ser una cadena o un número entero.',
  'Line {line}: {message}': 'Línea {line}: {message}',
  'Line {line}: {value}: {hint}': 'Línea {line}: {value}: {hint}',
  list: 'lista',
  'Merge: later rows keep what they leave empty': 'Combinar: las filas posteriores conservan lo que dejan vacío',
  'No collections yet': 'Todavía no hay colecciones',
  'No column has the update time, so the file replaces newer records too.':
    'Ninguna columna tiene la fecha de actualización, así que el archivo también reemplaza registros más recientes.',
  'No row has an id in “{field}”. Choose “Record id” in the column that identifies a record.':
    'Ninguna fila tiene un id en «{field}». Elija «Id del registro» en la columna que identifica un registro.',
  'Not imported': 'No importado',
  'Not read as it is shown': 'Se lee de forma distinta a como se muestra',
  object: 'objeto',
  or: 'o',
  Pause: 'Pausar',
  Paused: 'En pausa',
  'Purpose of {column}': 'Uso de {column}',
  'Push a first record': 'Enviar un primer registro',
  'Record id': 'Id del registro',
  'Records of your business, found by identifier or by meaning. Drop a file anywhere to import it.':
    'Los registros de su empresa, que se encuentran por identificador o por significado. Suelte un archivo en cualquier lugar para importarlo.',
  'Records that the file lacks': 'Registros que faltan en el archivo',
  'Row {row}: {message}': 'Fila {row}: {message}',
  'Rows with one id': 'Filas con el mismo id',
  'Searched by meaning': 'Búsqueda por significado',
  Semicolon: 'Punto y coma',
  Sheet: 'Hoja',
  'Skip this file': 'Omitir este archivo',
  Stopped: 'Detenido',
  Tab: 'Tabulador',
  'Tells agents what is in it': 'Indica a los agentes qué contiene',
  'The collection has {count} record.|The collection has {count} records.':
    'La colección tiene {count} registro.|La colección tiene {count} registros.',
  'The file lacks {count} record of {collection}.|The file lacks {count} records of {collection}.':
    'Al archivo le falta {count} registro de {collection}.|Al archivo le faltan {count} registros de {collection}.',
  'The first row counts': 'Cuenta la primera fila',
  'The last row counts': 'Cuenta la última fila',
  'The update time is “{field}”: older rows change nothing.':
    'La fecha de actualización es «{field}»: las filas más antiguas no cambian nada.',
  'Those that are not in the file stay as they are.': 'Los que no están en el archivo quedan como están.',
  'Type of {column}': 'Tipo de {column}',
  Waiting: 'En espera',
  'Waiting for the service': 'A la espera del servicio',
  '{count} id in several rows|{count} ids in several rows': '{count} id en varias filas|{count} ids en varias filas',
  '{count} more file after this one.|{count} more files after this one.':
    '{count} archivo más después de este.|{count} archivos más después de este.',
  '{count} newer record would be kept.|{count} newer records would be kept.':
    'Se conservaría {count} registro más reciente.|Se conservarían {count} registros más recientes.',
  '{count} of them are not in the file and stay as they are.':
    '{count} de ellos no están en el archivo y quedan como están.',
  '{count} row that cannot be read as a record|{count} rows that cannot be read as a record':
    '{count} fila que no se puede leer como registro|{count} filas que no se pueden leer como registros',
  '{count} row without an id in “{field}”|{count} rows without an id in “{field}”':
    '{count} fila sin id en «{field}»|{count} filas sin id en «{field}»',
  '{count} value of “{field}”: not an update time|{count} values of “{field}”: not an update time':
    '{count} valor de «{field}»: no es una fecha de actualización|{count} valores de «{field}»: no son fechas de actualización',
  '{count} value of “{field}”: not of the type {type}|{count} values of “{field}”: not of the type {type}':
    '{count} valor de «{field}»: no es del tipo {type}|{count} valores de «{field}»: no son del tipo {type}',
  '{count} waiting': '{count} en espera',
  '{id}: lines {lines}': '{id}: líneas {lines}',
  '{imported} imported, {failed} failed, of {rows} rows': '{imported} importados, {failed} con error, de {rows} filas',
  '{imported} imported, {failed} failed, of {rows} rows so far':
    '{imported} importados, {failed} con error, de {rows} filas hasta ahora',
  '{imported} imported, {failed} failed, {stale} ignored as older than the stored records, of {rows} rows':
    '{imported} importados, {failed} con error, {stale} omitidos por ser más antiguos que los guardados, de {rows} filas',
  '{imported} imported, {failed} failed, {stale} ignored as older than the stored records, of {rows} rows so far':
    '{imported} importados, {failed} con error, {stale} omitidos por ser más antiguos que los guardados, de {rows} filas hasta ahora',
  '{state}: {file}': '{state}: {file}',
  '“{field}” is used twice.': '«{field}» se usa dos veces.',
};
