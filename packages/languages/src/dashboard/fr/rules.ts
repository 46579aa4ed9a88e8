import type { rules as keys } from '../de/rules.js';

/** The mapping of deliveries, and the rules of a collection. */
export const rules: Record<keyof typeof keys, string> = {
  'Mapping of deliveries': 'Mappage des livraisons',
  Mapping: 'Mappage',
  'The system that sends': 'Le système qui envoie',
  'Another system': 'Un autre système',
  'Without a mapping, a delivery is a record or a list of records':
    'Sans mappage, une livraison est un enregistrement ou une liste d’enregistrements',
  'A real delivery': 'Une livraison réelle',
  'Paste its body. Then press what each value is. It is not sent or stored':
    'Collez son contenu. Cliquez ensuite sur ce qu’est chaque valeur. Il n’est ni envoyé ni enregistré',
  'Values of the delivery': 'Valeurs de la livraison',
  'Update time': 'Date de modification',
  'This is not JSON with values.': 'Ce n’est pas du JSON avec des valeurs.',
  'The mapping as JSON': 'Le mappage en JSON',
  'Records as they are': 'Enregistrements tels quels',
  'Secret of the signature': 'Secret de la signature',
  'From the settings of the system. It is never shown again; leave it empty to keep the stored one':
    'Il provient des paramètres du système et n’est plus jamais affiché ; laissez vide pour garder celui qui est enregistré',
  'Save the mapping': 'Enregistrer le mappage',
  'The mapping is saved.': 'Le mappage est enregistré.',
  Rules: 'Règles',
  'What the collection contains, for people and agents that choose one':
    'Ce que contient la collection, pour les personnes et les agents qui en choisissent une',
  'Notes for agents': 'Notes pour les agents',
  'Sent to every agent that describes the collection':
    'Envoyées à chaque agent qui demande la description de la collection',
  'Field with the id': 'Champ de l’ID',
  'In the source system': 'Dans le système source',
  'Field with the update time': 'Champ de la date de modification',
  'Older updates are ignored': 'Les modifications plus anciennes sont ignorées',
  'Required fields': 'Champs obligatoires',
  'Separated by commas; a record without one is refused':
    'Séparés par des virgules ; un enregistrement auquel il en manque un est refusé',
  'Undeclared fields': 'Champs non déclarés',
  'Store them and raise a finding': 'Les enregistrer et signaler une anomalie',
  'Store them silently': 'Les enregistrer sans signalement',
  'Refuse the record': 'Refuser l’enregistrement',
  'Append only': 'Ajout seulement',
  'Records are never changed or deleted': 'Les enregistrements ne sont jamais modifiés ni supprimés',
  'Save the rules': 'Enregistrer les règles',
  'The rules are saved.': 'Les règles sont enregistrées.',
  'Deletes the collection with every record, its ingest URL and its sharing. It can be restored for {days} days with svc collections restore.':
    'Supprime la collection avec tous ses enregistrements, son URL d’ingestion et ses partages. Elle peut être rétablie pendant {days} jours avec svc collections restore.',
  'Delete collection': 'Supprimer la collection',
  'Delete {name}?': 'Supprimer {name} ?',
  '{name} was deleted.': '{name} a été supprimé.',
  'All records of {name} are deleted, and systems that push to its ingest URL are refused.':
    'Tous les enregistrements de {name} sont supprimés, et les systèmes qui utilisent son URL d’ingestion sont refusés.',
};
