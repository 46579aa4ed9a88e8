import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const words = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'oak', 'desk', 'lamp', 'brass', 'chair', 'grey'];
const dimensions = 8;

/**
 * Writes a complete embedding model to a folder: a tokenizer with ten words, and an ONNX graph that looks up the vector
 * of each word. It is small enough to generate, and the service loads it like a real model.
 */
export function writeTinyModel(folder: string): void {
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  const write = (name: string, content: unknown) => writeFileSync(join(folder, name), JSON.stringify(content));
  write('config.json', {
    model_type: 'bert',
    architectures: ['BertModel'],
    hidden_size: dimensions,
    vocab_size: words.length,
  });
  write('tokenizer_config.json', {
    tokenizer_class: 'BertTokenizer',
    model_max_length: 64,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    cls_token: '[CLS]',
    sep_token: '[SEP]',
  });
  write('tokenizer.json', {
    version: '1.0',
    added_tokens: words.slice(0, 4).map((content, id) => ({
      id,
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
    },
  });
  writeFileSync(join(folder, 'onnx', 'model.onnx'), onnxModel());
}

/** Each word has its own direction, so documents are more similar the more words they share. */
function vectors(): Float32Array {
  return Float32Array.from({ length: words.length * dimensions }, (_, index) => {
    const word = Math.floor(index / dimensions);
    return word > 3 && index % dimensions === (word - 4) % dimensions ? 1 : 0.01;
  });
}

// ONNX files are protocol buffers. This encodes the few messages of onnx.proto that a graph of one Gather node needs.
function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}
const integer = (field: number, value: number): Buffer => Buffer.from([...varint(field << 3), ...varint(value)]);
const bytes = (field: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(content.length)]), content]);
const text = (field: number, content: string): Buffer => bytes(field, Buffer.from(content));
const message = (field: number, ...fields: Buffer[]): Buffer => bytes(field, Buffer.concat(fields));

function onnxModel(): Buffer {
  const [float, int64] = [1, 7];
  const shape = (...names: (string | number)[]): Buffer =>
    message(2, ...names.map((name) => message(1, typeof name === 'number' ? integer(1, name) : text(2, name))));
  const value = (field: number, name: string, type: number, ...dims: (string | number)[]): Buffer =>
    message(field, text(1, name), message(2, message(1, integer(1, type), shape(...dims))));
  const table = Buffer.from(vectors().buffer);
  const graph = [
    message(1, text(1, 'table'), text(1, 'input_ids'), text(2, 'last_hidden_state'), text(4, 'Gather')),
    text(2, 'tiny'),
    message(5, integer(1, words.length), integer(1, dimensions), integer(2, float), text(8, 'table'), bytes(9, table)),
    value(11, 'input_ids', int64, 'batch', 'length'),
    value(12, 'last_hidden_state', float, 'batch', 'length', dimensions),
  ];
  const opset = message(8, text(1, ''), integer(2, 13));
  return Buffer.concat([integer(1, 8), message(7, ...graph), opset]);
}
