/** A mail ready to send; both bodies say the same. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What became of a mail. `accepted` is true only when a mail server took it. */
export interface MailOutcome {
  readonly accepted: boolean;
  /** Why it was not accepted, in one line for the log and the audit trail; it holds no part of the mail. */
  readonly reason?: string;
}

/** Sends mails. It never throws: what stands without the mail must stand when the mail fails. */
export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>;
  /** Ends open connections to the mail server. */
  close(): void;
}
