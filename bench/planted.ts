// Does the method find planted bases, and reject near misses? 300 of each, from three seeds on which no constant was tuned.
import { recall, refusal } from '@finlist/demo-market/plant/recall'
import { nearMisses, type PlantKind } from '@finlist/demo-market/plant/shapes'

const seeds = [1, 2, 3]
const count = 300
/** The first two are asserted; the last is only shown and cannot fail the benchmark. */
const noises = [0.009, 0.012, 0.016]
const judged = 2

const kinds = Object.keys(nearMisses) as PlantKind[]
let isGood = true

print('| base, or what it misses | 0.9 % | 1.2 % | 1.6 % |', '|---|---|---|---|')
for (const kind of kinds)
  row(kind, 0.95, noise => {
    const told = seeds.map(seed => recall({ seed, kind, noise, count }))
    return share(told.map(({ found, shown }) => [found, shown]))
  })
for (const kind of kinds)
  for (const near of nearMisses[kind])
    row(`${kind}, ${near}`, near === 'one-sided' ? 0.92 : 0.95, noise => {
      const told = seeds.map(seed => refusal({ seed, kind, near, noise, count }))
      return share(told.map(({ refused, planted }) => [refused, planted]))
    })
process.exitCode = isGood ? 0 : 1

function row(name: string, least: number, measure: (noise: number) => number) {
  const shares = noises.map(measure)
  if (shares.slice(0, judged).some(found => found < least)) isGood = false
  print(`| ${name} | ${shares.map(found => (found * 100).toFixed(1)).join(' | ')} |`)
}

/** The mean over the seeds. */
function share(counts: (readonly [part: number, whole: number])[]): number {
  return counts.reduce((sum, [part, whole]) => sum + part / whole, 0) / counts.length
}

function print(...lines: string[]) {
  process.stdout.write(lines.map(line => `${line}\n`).join(''))
}
