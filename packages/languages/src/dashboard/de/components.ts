/** What several pages share: lists of credentials, dialogs, choices and notices. */
export const components = {
  'by {name}': 'von {name}',
  'Can read': 'Kann lesen',
  'Can write': 'Kann schreiben',
  'Choose a file': 'Datei auswählen',
  'Choose files': 'Dateien auswählen',
  'Copy it now. It is shown only once.': 'Kopieren Sie es jetzt. Es wird nur einmal angezeigt.',
  'Copy the secret': 'Geheimnis kopieren',
  Diagram: 'Diagramm',
  Embedding: 'Embedding',
  'End it at once': 'Sofort beenden',
  'End it now': 'Jetzt beenden',
  'End the old secret': 'Altes Geheimnis beenden',
  'Every call with this key is refused. A revoked key cannot be brought back.':
    'Jeder Aufruf mit diesem Schlüssel wird abgelehnt. Ein widerrufener Schlüssel lässt sich nicht wiederherstellen.',
  'Every call with this token is refused. A revoked token cannot be brought back.':
    'Jeder Aufruf mit diesem Token wird abgelehnt. Ein widerrufenes Token lässt sich nicht wiederherstellen.',
  'I have copied it': 'Kopiert, schließen',
  'Keep it for a day': 'Noch einen Tag gelten lassen',
  'Keep it for a week': 'Noch eine Woche gelten lassen',
  'Keep it for an hour': 'Noch eine Stunde gelten lassen',
  'Last ingest': 'Letzter Dateneingang',
  'Level of {group}': 'Zugriff von {group}',
  'Make one': 'Legen Sie eine an',
  Manage: 'Verwalten',
  'More for {name}': 'Mehr zu {name}',
  'New key': 'Neuer Schlüssel',
  'New secret of {name}': 'Neues Geheimnis von {name}',
  'No data yet': 'Noch keine Daten',
  'Old secret works, ends {end}, last used since: {used}':
    'Altes Geheimnis gilt noch, endet {end}, seitdem zuletzt verwendet: {used}',
  'Old URL works, ends {end}, last used since: {used}':
    'Alte URL gilt noch, endet {end}, seitdem zuletzt verwendet: {used}',
  Read: 'Lesen',
  'Request {id}': 'Anfrage {id}',
  'Return {count} record|Return {count} records': '{count} Datensatz zurücksetzen|{count} Datensätze zurücksetzen',
  Rotate: 'Erneuern',
  'Rotate {name}?': '{name} erneuern?',
  'Secret of {name}': 'Geheimnis von {name}',
  'Text of the diagram': 'Text des Diagramms',
  'The key was revoked.': 'Der Schlüssel wurde widerrufen.',
  'The old secret was ended.': 'Das alte Geheimnis wurde beendet.',
  'The old URL was ended.': 'Die alte URL wurde beendet.',
  'The secret in use': 'Das bisherige Geheimnis',
  'The token was revoked.': 'Das Token wurde widerrufen.',
  'The URL in use': 'Die bisherige URL',
  'There are no groups yet. {link} to say which documents someone may read.':
    'Es gibt noch keine Gruppen. {link}, um festzulegen, welche Dokumente jemand lesen darf.',
  'This diagram cannot be drawn.': 'Dieses Diagramm kann nicht gezeichnet werden.',
  'Type {text} to confirm': 'Zur Bestätigung {text} eingeben',
  'Undo later changes too': 'Auch spätere Änderungen rückgängig machen',
  'While both work, you can replace it without an interruption':
    'Solange beide gelten, können Sie ohne Unterbrechung wechseln',
  Write: 'Schreiben',
  'You can undo this too, from its entry in the audit log.':
    'Auch das lässt sich über den Eintrag im Protokoll rückgängig machen.',
  'You get a new secret. Name and rights stay.': 'Sie erhalten ein neues Geheimnis. Name und Rechte bleiben.',
  'You may': 'Sie dürfen',
  '{count} pending': '{count} ausstehend',
  '{count} record of {collection} would return to the version before.|{count} records of {collection} would return to the version before.':
    '{count} Datensatz aus {collection} würde auf die vorige Version zurückgesetzt.|{count} Datensätze aus {collection} würden auf die vorige Version zurückgesetzt.',
  '{count} record returned to the version before.|{count} records returned to the version before.':
    '{count} Datensatz auf die vorige Version zurückgesetzt.|{count} Datensätze auf die vorige Version zurückgesetzt.',
  '{count} record would stay as now:|{count} records would stay as now:':
    '{count} Datensatz bliebe unverändert:|{count} Datensätze blieben unverändert:',
  '{count} record would stay, as nothing differs.|{count} records would stay, as nothing differs.':
    '{count} Datensatz bliebe, da sich nichts unterscheidet.|{count} Datensätze blieben, da sich nichts unterscheidet.',
  '{message} (request {id})': '{message} (Anfrage {id})',
  '{paths} and {count} more': '{paths} und {count} weitere',
};
