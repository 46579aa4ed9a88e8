/** Memory of a service and its child processes, in MB. */
import { readdirSync, readFileSync } from 'node:fs';

const read = (pid, file) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};
const megabytes = (text, name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1_024;
const sum = (values) => Math.round(values.reduce((total, value) => total + value, 0));

/** The resident set of the service, that of its processes for documents, and the proportional set of all of them. */
export function memoryOf(pid) {
  const children = readdirSync('/proc').filter((each) => {
    const [, name, parent] = /\((.*)\) \S (\d+)/.exec(read(each, 'stat')) ?? [];
    return name?.startsWith('node') && Number(parent) === pid;
  });
  const residentOf = (each) => megabytes(read(each, 'status'), 'VmRSS');
  return {
    service: sum([residentOf(pid)]),
    documents: sum(children.map(residentOf)),
    all: sum([pid, ...children].map((each) => megabytes(read(each, 'smaps_rollup'), 'Pss'))),
  };
}
