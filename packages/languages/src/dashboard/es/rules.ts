import type { rules as keys } from '../de/rules.js';

/** The mapping of deliveries, and the rules of a collection. */
export const rules: Record<keyof typeof keys, string> = {
  'Mapping of deliveries': 'Asignación de las entregas',
  Mapping: 'Asignación',
  'The system that sends': 'El sistema que envía',
  'Another system': 'Otro sistema',
  'Without a mapping, a delivery is a record or a list of records':
    'Sin asignación, una entrega es un registro o una lista de registros',
  'A real delivery': 'Una entrega real',
  'Paste its body. Then press what each value is. It is not sent or stored':
    'Pegue su contenido. Pulse después qué es cada valor. No se envía ni se guarda',
  'Values of the delivery': 'Valores de la entrega',
  'Update time': 'Hora de cambio',
  'This is not JSON with values.': 'Esto no es JSON con valores.',
  'The mapping as JSON': 'La asignación como JSON',
  'Records as they are': 'Registros tal como están',
  'Secret of the signature': 'Secreto de la firma',
  'From the settings of the system. It is never shown again; leave it empty to keep the stored one':
    'Procede de los ajustes del sistema. No se vuelve a mostrar; déjelo vacío para conservar el guardado',
  'Save the mapping': 'Guardar la asignación',
  'The mapping is saved.': 'La asignación se ha guardado.',
  Rules: 'Reglas',
  'What the collection contains, for people and agents that choose one':
    'Qué contiene la colección, para las personas y los agentes que eligen una',
  'Notes for agents': 'Notas para los agentes',
  'Sent to every agent that describes the collection':
    'Se envían a cada agente que pide la descripción de la colección',
  'Field with the id': 'Campo con el ID',
  'In the source system': 'En el sistema de origen',
  'Field with the update time': 'Campo con la hora de cambio',
  'Older updates are ignored': 'Los cambios más antiguos se ignoran',
  'Required fields': 'Campos obligatorios',
  'Separated by commas; a record without one is refused':
    'Separados por comas; se rechaza un registro al que le falte alguno',
  'Undeclared fields': 'Campos sin declarar',
  'Store them and raise a finding': 'Guardarlos y avisar con una incidencia',
  'Store them silently': 'Guardarlos sin avisar',
  'Refuse the record': 'Rechazar el registro',
  'Append only': 'Solo añadir',
  'Records are never changed or deleted': 'Los registros nunca se cambian ni se eliminan',
  'Save the rules': 'Guardar las reglas',
  'The rules are saved.': 'Las reglas se han guardado.',
  'Deletes the collection with every record, its ingest URL and its sharing. It can be restored for {days} days with svc collections restore.':
    'Elimina la colección con todos sus registros, su URL de ingesta y sus accesos compartidos. Se puede restaurar durante {days} días con svc collections restore.',
  'Delete collection': 'Eliminar la colección',
  'Delete {name}?': '¿Eliminar {name}?',
  '{name} was deleted.': '{name} se ha eliminado.',
  'All records of {name} are deleted, and systems that push to its ingest URL are refused.':
    'Se eliminan todos los registros de {name} y se rechazan los sistemas que usan su URL de ingesta.',
};
