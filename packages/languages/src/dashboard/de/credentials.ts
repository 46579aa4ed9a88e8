/** API keys and agent tokens. */
export const credentials = {
  'A token identifies one agent or script. It works in this workspace only, and its name is in the audit log.':
    'Ein Token steht für einen Agenten oder ein Skript. Es gilt nur in diesem Arbeitsbereich, und sein Name erscheint im Protokoll.',
  'Agents that speak the Model Context Protocol connect here, with the token as their bearer credential:':
    'Agenten mit dem Model Context Protocol verbinden sich hier und weisen sich mit dem Token als Bearer-Token aus:',
  'Also creates, configures and deletes collections': 'Erstellt, konfiguriert und löscht auch Sammlungen',
  'Connect an agent': 'Agenten verbinden',
  'Copy for {name}': 'Für {name} kopieren',
  'Copy the address': 'Adresse kopieren',
  'Create a connector with this address in developer mode, and choose OAuth. You sign in, without the token':
    'Erstellen Sie im Entwicklermodus einen Connector mit dieser Adresse, und wählen Sie OAuth. Sie melden sich an, ohne das Token',
  'Create and revoke magic links': 'Zugangslinks erstellen und widerrufen',
  'Create key': 'Schlüssel erstellen',
  'Create links that sign a member in': 'Links erstellen, die ein Mitglied anmelden',
  'Create one for your shop or billing system, with only the rights that it needs.':
    'Erstellen Sie einen für Ihren Shop oder Ihr Abrechnungssystem, nur mit den nötigen Rechten.',
  'Create token': 'Token erstellen',
  'Edits content': 'Bearbeitet Inhalte',
  'Edits content, read only': 'Bearbeitet Inhalte, nur lesend',
  'Edits content; in collections: only reads': 'Bearbeitet Inhalte; in Sammlungen: liest nur',
  'Edits content; in collections: reads and writes records':
    'Bearbeitet Inhalte; in Sammlungen: liest und schreibt Datensätze',
  'First call seen: {when}': 'Erster Aufruf gesehen: {when}',
  'Give each agent its own token, so that you can see what it did and revoke it alone.':
    'Geben Sie jedem Agenten ein eigenes Token. So sehen Sie, was er getan hat, und können es einzeln widerrufen.',
  'Grant and revoke members': 'Mitgliedern Zugriff gewähren und entziehen',
  'Grant members': 'Zugriff gewähren',
  'In collections': 'In Sammlungen',
  'Leads a customer from the payment to what they bought.':
    'Führt Kunden von der Zahlung zu dem, was sie gekauft haben.',
  'Links that can be forwarded, for free previews.': 'Links, die sich weitergeben lassen, für kostenlose Vorschauen.',
  'Manage groups': 'Gruppen verwalten',
  'Manage groups and who is in them': 'Gruppen und ihre Mitglieder verwalten',
  'Manages everything': 'Verwaltet alles',
  'Manages everything that an agent can manage': 'Verwaltet alles, was ein Agent verwalten kann',
  'Manages everything, read only': 'Verwaltet alles, nur lesend',
  'Manages everything; in collections: only reads': 'Verwaltet alles; in Sammlungen: liest nur',
  'Manages everything; in collections: reads and writes records':
    'Verwaltet alles; in Sammlungen: liest und schreibt Datensätze',
  'Mint links': 'Links erstellen',
  'Name of the agent': 'Name des Agenten',
  'New agent token': 'Neues Agenten-Token',
  'No agents yet': 'Noch keine Agenten',
  'No keys yet': 'Noch keine Schlüssel',
  'Only reads records': 'Liest nur Datensätze',
  'People who sign in as themselves. This is what a shop needs.':
    'Personen, die sich mit eigener Adresse anmelden. Das braucht ein Shop.',
  'Provision by SCIM': 'Per SCIM bereitstellen',
  'Provision people and groups by SCIM': 'Personen und Gruppen per SCIM bereitstellen',
  'Put it in .vscode/mcp.json': 'In .vscode/mcp.json eintragen',
  'Put it in ~/.cursor/mcp.json': 'In ~/.cursor/mcp.json eintragen',
  'Read only': 'Nur lesen',
  'Reads and writes content': 'Liest und schreibt Inhalte',
  'Reads and writes records': 'Liest und schreibt Datensätze',
  'Reads what its groups allow': 'Liest, was seine Gruppen erlauben',
  'Refused.': 'Abgelehnt.',
  'Run it in a terminal': 'In einem Terminal ausführen',
  'Run it in a terminal. Claude on the web and desktop takes the address alone, and you sign in':
    'In einem Terminal ausführen. Claude im Web und auf dem Desktop braucht nur die Adresse, und Sie melden sich an',
  'Says which documents a member reads.': 'Legt fest, welche Dokumente ein Mitglied liest.',
  'Shop backend': 'Shop-Backend',
  'Sign members in': 'Mitglieder anmelden',
  'The audit log shows its actions under this name': 'Das Protokoll zeigt seine Aktionen unter diesem Namen',
  'The service cannot be reached.': 'Der Dienst ist nicht erreichbar.',
  'The token of a directory such as Entra ID or Okta.': 'Das Token eines Verzeichnisses wie Entra ID oder Okta.',
  'Try it': 'Ausprobieren',
  'Waiting for the first call…': 'Warten auf den ersten Aufruf …',
  'With a key, your backend grants and revokes access. A key works for /v1 only.':
    'Mit einem Schlüssel gewährt und entzieht Ihr Backend Zugriff. Ein Schlüssel gilt nur für /v1.',
  'With the package @tessera/client': 'Mit dem Paket @tessera/client',
  'With the package tessera-client': 'Mit dem Paket tessera-client',
  '{name} is connected to {workspace}.': '{name} ist mit {workspace} verbunden.',
  'Name of the new agent': 'Name des neuen Agenten',
  'It reads and writes content. With “New token” you choose other rights':
    'Er liest und schreibt Inhalte. Mit „Neues Token“ wählen Sie andere Rechte',
  Valid: 'Gültig',
};
