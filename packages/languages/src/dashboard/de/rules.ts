/** The mapping of deliveries, and the rules of a collection. */
export const rules = {
  'Mapping of deliveries': 'Zuordnung der Lieferungen',
  Mapping: 'Zuordnung',
  'The system that sends': 'Sendendes System',
  'Another system': 'Anderes System',
  'Without a mapping, a delivery is a record or a list of records':
    'Ohne Zuordnung ist eine Lieferung ein Datensatz oder eine Liste von Datensätzen',
  'A real delivery': 'Eine echte Lieferung',
  'Paste its body. Then press what each value is. It is not sent or stored':
    'Fügen Sie ihren Inhalt ein. Klicken Sie dann an, was jeder Wert ist. Er wird weder gesendet noch gespeichert',
  'Values of the delivery': 'Werte der Lieferung',
  'Update time': 'Änderungszeit',
  'This is not JSON with values.': 'Das ist kein JSON mit Werten.',
  'The mapping as JSON': 'Die Zuordnung als JSON',
  'Records as they are': 'Datensätze unverändert',
  'Secret of the signature': 'Geheimnis der Signatur',
  'From the settings of the system. It is never shown again; leave it empty to keep the stored one':
    'Aus den Einstellungen des Systems. Es wird nie wieder angezeigt; lassen Sie das Feld leer, um das gespeicherte zu behalten',
  'Save the mapping': 'Zuordnung speichern',
  'The mapping is saved.': 'Die Zuordnung ist gespeichert.',
  Rules: 'Regeln',
  'What the collection contains, for people and agents that choose one':
    'Was die Sammlung enthält, für Personen und Agenten, die eine wählen',
  'Notes for agents': 'Hinweise für Agenten',
  'Sent to every agent that describes the collection': 'Für jeden Agenten, der die Beschreibung der Sammlung abruft',
  'Field with the id': 'Feld mit der ID',
  'In the source system': 'Im Quellsystem',
  'Field with the update time': 'Feld mit der Änderungszeit',
  'Older updates are ignored': 'Ältere Änderungen werden ignoriert',
  'Required fields': 'Pflichtfelder',
  'Separated by commas; a record without one is refused':
    'Durch Kommas getrennt; ein Datensatz, dem eines fehlt, wird abgelehnt',
  'Undeclared fields': 'Nicht deklarierte Felder',
  'Store them and raise a finding': 'Speichern und als Befund melden',
  'Store them silently': 'Ohne Meldung speichern',
  'Refuse the record': 'Datensatz ablehnen',
  'Append only': 'Nur anfügen',
  'Records are never changed or deleted': 'Datensätze werden nie geändert oder gelöscht',
  'Save the rules': 'Regeln speichern',
  'The rules are saved.': 'Die Regeln sind gespeichert.',
  'Deletes the collection with every record, its ingest URL and its sharing. It can be restored for {days} days with svc collections restore.':
    'Löscht die Sammlung mit allen Datensätzen, ihrer Ingest-URL und ihren Freigaben. Sie lässt sich {days} Tage lang mit svc collections restore wiederherstellen.',
  'Delete collection': 'Sammlung löschen',
  'Delete {name}?': '{name} löschen?',
  '{name} was deleted.': '{name} wurde gelöscht.',
  'All records of {name} are deleted, and systems that push to its ingest URL are refused.':
    'Alle Datensätze von {name} werden gelöscht, und Systeme, die an die Ingest-URL senden, werden abgewiesen.',
};
