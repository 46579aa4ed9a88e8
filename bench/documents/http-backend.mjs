/**
 * Serves the bare repos of a folder by `git http-backend`, to callers with any password, as a process of its own:
 * `node http-backend.mjs FOLDER PORT`.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

const [folder, port] = process.argv.slice(2);

createServer((request, response) => {
  if (request.headers.authorization === undefined) {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="bench"' }).end();
    return;
  }
  const { pathname, search } = new URL(request.url, 'http://localhost');
  const { headers } = request;
  const env = {
    PATH: process.env.PATH,
    GIT_PROJECT_ROOT: folder,
    GIT_HTTP_EXPORT_ALL: '1',
    REMOTE_USER: 'bench',
    REQUEST_METHOD: request.method,
    PATH_INFO: pathname,
    QUERY_STRING: search.slice(1),
    CONTENT_TYPE: headers['content-type'] ?? '',
    CONTENT_LENGTH: headers['content-length'] ?? '',
    HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
    GIT_PROTOCOL: headers['git-protocol'] ?? '',
  };
  const backend = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  request.pipe(backend.stdin);
  let start = Buffer.alloc(0);
  const readHeaders = (piece) => {
    start = Buffer.concat([start, piece]);
    const end = start.indexOf('\r\n\r\n');
    if (end < 0) return;
    const lines = start.subarray(0, end).toString().split('\r\n');
    const fields = Object.fromEntries(lines.map((line) => line.split(': ')));
    const { Status: status = '200', ...sent } = fields;
    response.writeHead(Number.parseInt(status, 10), sent);
    response.write(start.subarray(end + 4));
    backend.stdout.off('data', readHeaders);
    backend.stdout.pipe(response);
  };
  backend.stdout.on('data', readHeaders);
}).listen(Number(port), '127.0.0.1');
