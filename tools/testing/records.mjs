// Reads and prints test records, which vitest and Playwright write in the same shape. Must be valid for Node 20.
import { readFileSync, writeFileSync } from 'node:fs'

const mostLines = 40

/** Writes the records to the file that FINLIST_RECORDS names; does nothing if that variable is not set. */
export function writeRecords(records) {
  const file = process.env.FINLIST_RECORDS
  if (file) writeFileSync(file, JSON.stringify(records))
}

export function readRecords(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/**
 * The files whose results were lost in a crash of the runtime, that is, when a process ended by a signal that no test
 * sends. Empty if any process ended in another way, because that is the fault of a test.
 */
export function lostToCrash(records) {
  const deaths = records.filter(({ isDeath }) => isDeath)
  const isCrash = ({ errors = [] }) => /with signal SIG(ABRT|BUS|ILL|SEGV|TRAP)\b/.test(errors.join('\n'))
  return deaths.every(isCrash) ? [...new Set(records.flatMap(({ lost }) => lost ?? []))] : []
}

/**
 * Returns the records of a run without the crash that ended it. The results of the given files are replaced by those of
 * a second run.
 */
export function withSecondRun(records, files, second) {
  const isOfFiles = ({ name }) => files.some(file => name === file || name.startsWith(`${file} › `))
  return [...records.filter(record => !record.isDeath && !isOfFiles(record)), ...second]
}

export function tellFailure({ name, errors = [], log = [], kept = [], page = [] }) {
  const lines = [...errors.flatMap(indented), ...kept.map(path => `    kept: ${path}`)]
  // Also keeps the end of a long page, because the text of a dialog comes last.
  const [head, tail] = page.length <= mostLines ? [page, []] : [page.slice(0, 10), page.slice(10 - mostLines)]
  const left = page.length - head.length - tail.length
  if (page.length > 0) lines.push('    The page then:', ...head.flatMap(indented))
  if (left > 0) lines.push(`    … ${left} lines …`, ...tail.flatMap(indented))
  const said = mostTelling(log.flatMap(logLine))
  if (said.length > 0) lines.push('    The server meanwhile:', ...said.flatMap(indented))
  return [`✗ ${name}`, ...lines].join('\n')
}

/**
 * The most useful lines, in their original order: warnings and refused requests (up to half of the lines), and the
 * newest of the other lines.
 */
function mostTelling(lines) {
  const wrong = new Set(lines.filter(line => / ! | [45]\d\d \d+ ms/.test(line)).slice(-mostLines / 2))
  const newest = new Set(lines.filter(line => !wrong.has(line)).slice(wrong.size - mostLines))
  return lines.filter(line => wrong.has(line) || newest.has(line))
}

const indented = text =>
  text
    .trimEnd()
    .split('\n')
    .slice(0, mostLines)
    .map(line => `    ${line.slice(0, 1_000)}`)

/** A line of the server's log in readable form. Left out if it is a successful request for an asset or by a webhook. */
function logLine(text) {
  try {
    const {
      level,
      time,
      pid: _,
      hostname: __,
      reqId: ___,
      msg,
      method,
      route,
      status,
      ms,
      ip: ____,
      ...rest
    } = JSON.parse(text)
    if (status < 400 && /^\/(assets|api\/payments\/webhook)\b/.test(route)) return []
    const request = method ? `${method} ${route} ${status ?? ''}${ms === undefined ? '' : ` ${ms} ms`}` : ''
    const words = [
      new Date(time).toISOString().slice(11, 23),
      level >= 40 ? '!' : '',
      msg === 'answered' ? '' : msg,
      request,
    ]
    return [[...words, Object.keys(rest).length > 0 ? JSON.stringify(rest) : ''].filter(Boolean).join(' ')]
  } catch {
    return [text]
  }
}
