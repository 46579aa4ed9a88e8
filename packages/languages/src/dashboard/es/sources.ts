import type { sources as keys } from '../de/sources.js';

/** Where a collection's records come from, and the rules for what arrives. */
export const sources: Record<keyof typeof keys, string> = {
  'Ingest URL': 'URL de ingesta',
  'Create a new ingest URL': 'Crear una nueva URL de ingesta',
  'Create a new ingest URL?': '¿Crear una nueva URL de ingesta?',
  'Create a new one': 'Crear una nueva',
  'Your system pushes records to a secret URL, which is shown once. If it is lost or was disclosed, create a new one.':
    'Su sistema envía los registros a una URL secreta, que se muestra una sola vez. Si se pierde o se divulga, cree una nueva.',
  'When the current URL ends, systems that push to it are refused until they use the new one. Records stay.':
    'Cuando la URL actual deja de valer, los sistemas que la usan se rechazan hasta que usen la nueva. Los registros se conservan.',
  'Ingest URL of {name}': 'URL de ingesta de {name}',
  'Anyone who has this URL can write records into this collection.':
    'Cualquiera que tenga esta URL puede escribir registros en esta colección.',
  '{count} record written, {failed} refused in {days} days|{count} records written, {failed} refused in {days} days':
    '{count} registro escrito, {failed} rechazados en {days} días|{count} registros escritos, {failed} rechazados en {days} días',
  'Last delivery: {when}': 'Última entrega: {when}',
  '{count} record written|{count} records written': '{count} registro escrito|{count} registros escritos',
  '{count} refused': '{count} rechazado|{count} rechazados',
  Files: 'Archivos',
  'Drop a CSV, Excel or JSON file anywhere on this page. The same file again changes nothing.':
    'Arrastre un archivo CSV, Excel o JSON a cualquier lugar de esta página. El mismo archivo otra vez no cambia nada.',
  Freshness: 'Actualidad',
  'The source sends or lists every record': 'La fuente envía o enumera cada registro',
  'No expectation': 'Sin expectativa',
  'Every hour': 'Cada hora',
  'Every six hours': 'Cada seis horas',
  'Every day': 'Cada día',
  'Every week': 'Cada semana',
  'Every 30 days': 'Cada 30 días',
  'No record is overdue.': 'Ningún registro está atrasado.',
  '{count} record overdue.|{count} records overdue.': '{count} registro atrasado.|{count} registros atrasados.',
  'The oldest confirmation: {when}': 'La confirmación más antigua: {when}',
  'Overdue records are never high': 'Los registros atrasados nunca son «alto»',
  'Saved.': 'Guardado.',
  Synonyms: 'Sinónimos',
  'Phrases on one line find the same records.': 'Las expresiones de una misma línea encuentran los mismos registros.',
  Phrases: 'Expresiones',
  'A line for each meaning; commas separate its phrases':
    'Una línea por significado; las comas separan las expresiones',
  'sofa, couch, settee': 'sofá, diván, canapé',
  'Save the synonyms': 'Guardar los sinónimos',
  'The synonyms are saved.': 'Los sinónimos se han guardado.',
  'Add the synonym': 'Añadir el sinónimo',
  'What people ask for': 'Lo que se pregunta',
  'Only words that your records do not have': 'Solo palabras que sus registros no tienen',
  'What your records say': 'Lo que dicen sus registros',
  'Both phrases find the same records.': 'Ambas expresiones encuentran los mismos registros.',
  'OpenRefine matches the rows of a table with these records at a secret URL. In OpenRefine choose Reconcile, Start reconciling, Add standard service, and paste the URL. It reads exposed fields only.':
    'OpenRefine relaciona las filas de una tabla con estos registros en una URL secreta. En OpenRefine, elija «Reconcile», «Start reconciling», «Add standard service» y pegue la URL. Solo lee los campos expuestos.',
  'In OpenRefine: Reconcile, Start reconciling, Add standard service.':
    'En OpenRefine: «Reconcile», «Start reconciling», «Add standard service».',
  Create: 'Crear',
  'Create a reconciliation URL': 'Crear una URL de conciliación',
  'Create a reconciliation URL?': '¿Crear una URL de conciliación?',
  'It replaces an earlier reconciliation URL of this collection. Without groups it reads all records.':
    'Sustituye una URL de conciliación anterior de esta colección. Sin grupos, lee todos los registros.',
  'Only the slices of these groups': 'Solo las partes de estos grupos',
  'Reconciliation URL of {name}': 'URL de conciliación de {name}',
  'Anyone who has this URL can read the exposed fields of these records.':
    'Cualquiera que tenga esta URL puede leer los campos expuestos de estos registros.',
  'End the URL': 'Desactivar la URL',
  'End the reconciliation URL?': '¿Desactivar la URL de conciliación?',
  'End it': 'Desactivar',
  'Clients that use it can no longer read these records.':
    'Los clientes que la usan ya no podrán leer estos registros.',
  'The reconciliation URL was ended.': 'La URL de conciliación se ha desactivado.',
  'There was no reconciliation URL.': 'No había ninguna URL de conciliación.',
};
