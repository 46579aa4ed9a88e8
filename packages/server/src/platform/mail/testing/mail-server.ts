import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail server in this process, with every accepted message. */
export interface MailServer {
  readonly url: string;
  readonly taken: readonly string[];
  stop(): Promise<void>;
}

/** Starts a mail server that accepts everything unless the options say otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const taken: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // Otherwise `close` would wait for connections that never end.
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        taken.push(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
    ...options,
  });
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return { url: `smtp://127.0.0.1:${port}`, taken, stop: () => new Promise((resolve) => server.close(resolve)) };
}

/** Options of a server that refuses every recipient and repeats the address in its error, as some servers do. */
export const refusingRecipients: SMTPServerOptions = {
  onRcptTo: (address, _session, done) => done(Object.assign(new Error(`no ${address.address}`), { responseCode: 550 })),
};
