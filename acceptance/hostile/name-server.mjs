/**
 * A name server for tests, over UDP on this machine.
 * @typedef {(name: string) => readonly string[] | 'unknown' | 'silent'} Answer the addresses and TXT records of a host, if it has any
 */
import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';

const typeA = 1;
const typeAaaa = 28;
const typeTxt = 16;

/**
 * Starts a name server. `queried` lists the queried names, once for each type of address.
 * @param {Answer} answer
 * @returns {Promise<{ address: string, queried: string[], stop: () => Promise<void> }>}
 */
export async function startNameServer(answer) {
  /** @type {string[]} */
  const queried = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    queried.push(name);
    const found = answer(name);
    if (found !== 'silent') {
      socket.send(responseTo(query.subarray(0, end), type, found), port, address);
    }
  });
  await new Promise((resolve) => socket.bind(0, '127.0.0.1', () => resolve(undefined)));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queried,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** @param {Buffer} query */
function readQuestion(query) {
  const labels = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/**
 * @param {Buffer} question the header and the question of the query
 * @param {number} type
 * @param {readonly string[] | 'unknown'} found
 */
function responseTo(question, type, found) {
  const addresses = found === 'unknown' ? [] : found.filter((each) => typeOf(each) === type);
  const header = Buffer.from(question);
  // Flags of a response with recursion; code 3 means that the name does not exist.
  header.writeUInt16BE(0x8180 + (found === 'unknown' ? 3 : 0), 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, ...addresses.map((address) => record(address))]);
}

/** A record for the queried name that must not be cached: an address, otherwise a text. @param {string} address */
function record(address) {
  const bytes = bytesOf(address);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(typeOf(address), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

/** @param {string} address */
function typeOf(address) {
  const kind = isIP(address);
  return kind === 0 ? typeTxt : kind === 4 ? typeA : typeAaaa;
}

/** @param {string} address */
function bytesOf(address) {
  switch (typeOf(address)) {
    case typeA:
      return Buffer.from(address.split('.').map(Number));
    case typeAaaa:
      return ipv6Bytes(address);
    default:
      return Buffer.concat([Buffer.from([Buffer.byteLength(address)]), Buffer.from(address)]);
  }
}

/** @param {string} address */
function ipv6Bytes(address) {
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  const groups = address.includes('::') ? [...left, ...zeros, ...right] : left;
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
