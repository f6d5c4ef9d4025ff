// The test records of vitest and Playwright, in one shape. Must be valid for Node 20.
import { readFileSync, writeFileSync } from 'node:fs'

const mostLines = 40

/** Writes to the file named by FINLIST_RECORDS; does nothing without it. */
export function writeRecords(records) {
  const file = process.env.FINLIST_RECORDS
  if (file) writeFileSync(file, JSON.stringify(records))
}

export function readRecords(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/**
 * The files whose results were lost in a crash of the runtime (a signal that no test sends); empty if a process ended
 * in any other way, which is a test's own fault.
 */
export function lostToCrash(records) {
  const deaths = records.filter(({ isDeath }) => isDeath)
  const isCrash = ({ errors = [] }) => /with signal SIG(ABRT|BUS|ILL|SEGV|TRAP)\b/.test(errors.join('\n'))
  return deaths.every(isCrash) ? [...new Set(records.flatMap(({ lost }) => lost ?? []))] : []
}

/**
 * Returns the records with the results of a second run in place of those of the given files and of the crash that ended
 * them.
 */
export function withSecondRun(records, files, second) {
  const isOfFiles = ({ name }) => files.some(file => name === file || name.startsWith(`${file} › `))
  return [...records.filter(record => !record.isDeath && !isOfFiles(record)), ...second]
}

export function tellFailure({ name, errors = [], log = [], kept = [], page = [] }) {
  const lines = [...errors.flatMap(indented), ...kept.map(path => `    kept: ${path}`)]
  // Keeps the end of a long page as well, because a dialog comes last in its text.
  const [head, tail] = page.length <= mostLines ? [page, []] : [page.slice(0, 10), page.slice(10 - mostLines)]
  const left = page.length - head.length - tail.length
  if (page.length > 0) lines.push('    The page then:', ...head.flatMap(indented))
  if (left > 0) lines.push(`    … ${left} lines …`, ...tail.flatMap(indented))
  const said = mostTelling(log.flatMap(logLine))
  if (said.length > 0) lines.push('    The server meanwhile:', ...said.flatMap(indented))
  return [`✗ ${name}`, ...lines].join('\n')
}

/** The last lines in their order; warnings and refused requests first get half of the room. */
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

/** A line of the server's log in readable form; empty for a served file, or a received webhook event. */
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
