// Parses the command line of `npm test` and `npm run test:full`. Must be valid for Node 20.
import { parseArgs } from 'node:util'

const options = {
  full: { type: 'boolean' },
  rest: { type: 'boolean' },
  slow: { type: 'boolean' },
  shard: { type: 'string' },
  changed: { type: 'boolean' },
  since: { type: 'string', default: 'HEAD' },
  watch: { type: 'boolean' },
}

/**
 * Parses the command line. `tests` says which vitest tests to run, `stories` which browser stories: 'fast', 'rest'
 * (those that 'fast' leaves out) or 'all'. Throws a RangeError that names the invalid option.
 */
export function asked(typed) {
  const { values, positionals: patterns } = parsed(typed)
  const { full = false, rest = false, slow = false, changed = false, watch = false, since, shard } = values
  if ((rest || slow) && !full) throw new RangeError('--rest and --slow belong to `npm run test:full`.')
  if (rest && slow) throw new RangeError('--rest and --slow exclude each other.')
  const [, nth = 0, parts = 0] = /^(\d{1,3})\/(\d{1,3})$/.exec(shard ?? '1/1')?.map(Number) ?? []
  if (nth < 1 || nth > parts) throw new RangeError(`--shard ${shard}: expected a part of a whole, like 1/4.`)
  const selection = rest ? 'rest' : full || patterns.length > 0 ? 'all' : 'fast'
  return {
    ...{ patterns, shard, since, changed, watch, full, rest, slow },
    tests: slow ? 'fast' : selection,
    // `--changed` runs every story that the change can affect.
    stories: changed && !rest ? 'all' : selection,
    runsChecks: !rest && !slow && patterns.length === 0 && nth === 1,
    runsStories: !slow && !watch,
  }
}

function parsed(typed) {
  try {
    return parseArgs({ args: typed, options, allowPositionals: true })
  } catch ({ message }) {
    throw new RangeError(message)
  }
}
