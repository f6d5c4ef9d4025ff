/*
 * How often does the gate open for worlds of chance? At most 5 times in 100. With --planted: how often is a planted
 * effect found, and forecast within 3 points of what came? At least 19 times in 20, for each kind of effect.
 * npm run bench -- learn-worlds [WORLDS] [--planted]; WORLDS is the number of worlds, with --planted of each kind.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type PlantedKind, plantedKinds } from '@finlist/demo-market/profiles/planted-effect'
import { judgeChance, recover } from '@finlist/demo-market/worlds/learn-worlds'
import { exchangeIds } from '@finlist/domain/markets'
import { machine } from './parts/cpu.ts'

type Task = { kind: PlantedKind | 'chance'; number: number }
type Result = Task & { passed: boolean; text: string }

const threads = 2
const mostOpen = 0.05
const leastFound = 0.95
const mostPointsOff = 3
/** Small worlds: about 200 and 250 test weeks. */
const boards = {
  chance: { stocks: 100, startDate: '2020-06-01' },
  planted: { stocks: 200, startDate: '2019-06-03' },
}

if (isMainThread) await main()
else for (const task of workerData as Task[]) parentPort!.postMessage(resultOf(task))

async function main() {
  const args = process.argv.slice(2)
  const isPlanted = args.includes('--planted')
  const worlds = Number(args.find(arg => /^\d+$/.test(arg)) ?? (isPlanted ? 20 : 100))
  const kinds = isPlanted ? (Object.keys(plantedKinds) as PlantedKind[]) : (['chance'] as const)
  const tasks = kinds.flatMap(kind => Array.from({ length: worlds }, (_, number): Task => ({ kind, number })))
  const results: Result[] = []
  const since = performance.now()
  await Promise.all(
    Array.from({ length: threads }, (_, thread) => run(tasks.filter((_task, at) => at % threads === thread))),
  )
  const seconds = Math.round((performance.now() - since) / 1_000)
  process.stdout.write(`${machine()}; ${tasks.length} worlds in ${seconds} s\n`)
  for (const kind of kinds) {
    const passed = results.filter(result => result.kind === kind && result.passed).length
    const isGood = kind === 'chance' ? passed <= mostOpen * worlds : passed >= leastFound * worlds
    const asked =
      kind === 'chance' ? `opened the gate (at most ${mostOpen * 100}%)` : `were found (at least ${leastFound * 100}%)`
    process.stdout.write(`${kind}: ${passed} of ${worlds} ${asked}\n`)
    if (!isGood) process.exitCode = 1
  }

  /** Runs the tasks in a separate thread, and prints each result as it comes. */
  function run(own: Task[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: own })
      worker.on('message', (result: Result) => {
        results.push(result)
        process.stdout.write(`${results.length}/${tasks.length} ${result.text}\n`)
      })
      worker.on('error', reject)
      worker.on('exit', code => (code === 0 ? resolve() : reject(new Error(`a thread ended with code ${code}`))))
    })
  }
}

function resultOf({ kind, number }: Task): Result {
  const exchange = exchangeIds[number % exchangeIds.length]!
  const seed = `${kind} ${number}`
  const label = `${kind} ${number}, ${exchange}`
  if (kind === 'chance') {
    const { gate, testWeeks, skill } = judgeChance({ ...boards.chance, seed, exchange })
    if (gate === 'too-few-weeks') throw new Error(`${label} has ${testWeeks} test weeks, too few for the gate`)
    return { kind, number, passed: gate === 'open', text: `${label}: ${gate}, ${testWeeks} test weeks, skill ${skill}` }
  }
  const { gate, skill, rows, said, level, came } = recover(kind, { ...boards.planted, seed, exchange })
  const isNear = Math.abs(said - came) <= mostPointsOff / 100
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`
  return {
    kind,
    number,
    passed: gate === 'open' && isNear,
    text: `${label}: ${gate}, skill ${skill}; ${rows} rows, level ${percent(level)}, said ${percent(said)}, came ${percent(came)}`,
  }
}
