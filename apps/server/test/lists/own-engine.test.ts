// @module-tag slow
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeProposal } from '@finlist/contract/picking'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { EngineFailed } from '../../src/features/picking/engine-failed.ts'
import { runMark } from '../../src/features/picking/marked-processes.ts'
import { runProgram } from '../../src/features/picking/run-program.ts'
import { afterClose, openPickingWorld, type PickingWorld, week } from './picking-world.ts'

const head = 'stockCode,close,patternType,variant,buyPoint,stop,percivalScore,rank,template'
let folder: string
let program: string
let world: PickingWorld
/** The rows of a valid list: the three stocks with the highest close. */
let sound: string[]

/** Writes the operator's program. `body` is its shell script. */
const write = async (path: string, ...body: string[]) => {
  await writeFile(path, ['#!/bin/sh', ...body, ''].join('\n'))
  await chmod(path, 0o755)
}
const print = (rows: readonly string[]) => ['cat > /dev/null', "cat <<'END'", head, ...rows, 'END']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'finlist-own-test-'))
  program = join(folder, 'engine')
  await write(program, ...print([]))
  world = await openPickingWorld({ LIST_ENGINE_US: program })
  const { rows } = await world.database.pool.query<{ stock_code: string; close: number }>(
    'select stock_code, close from bar where date = $1 order by close desc limit 3',
    [week],
  )
  sound = rows.map(({ stock_code, close }, at) =>
    [stock_code, close, ...(at === 0 ? ['CWH', '', 9999, 9000] : ['NIL', '', -1, -1]), 90 - at, '', ''].join(','),
  )
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const run = () => world.run('propose-US', afterClose(week))
const make = () => world.staff.ask(makeProposal, { body: { exchange: 'US' } })

describe('an operator’s own program that makes lists', () => {
  it('receives the bars by code and day as they were known, and nothing else of the server', async () => {
    const { stock_code: split } = (
      await world.database.pool.query<{ stock_code: string }>(`select min(stock_code) as stock_code from bar`)
    ).rows[0]!
    const kept = (name: string) => join(folder, name)
    await write(
      program,
      `env > ${kept('env')}; pwd > ${kept('cwd')}; ls -A > ${kept('files')}; echo $# > ${kept('argv')}; cat > ${kept('bars')}`,
      ...print(sound),
    )
    await world.database.pool.query(
      `insert into corporate_action (exchange, stock_code, ex_date, kind, numerator, denominator, source) values
         ('US', $1, '2026-07-01', 'split', 2, 1, 'test'), ('US', $1, '2026-07-20', 'split', 3, 1, 'test')`,
      [split],
    )
    await world.database.pool.query(
      `insert into bar (exchange, stock_code, date, open, high, low, close, volume) values ('US', $1, '2026-07-20', 1, 1, 1, 1, 1)`,
      [split],
    )
    expect(await run()).toMatchObject({ rows: 1 })
    const given = (name: string) => readFileSync(kept(name), 'utf8').trim()
    // Ignore variables that the shell itself sets.
    const names = given('env')
      .split('\n')
      .map(line => line.split('=')[0]!)
    expect(names.filter(name => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))).toEqual([runMark])
    expect([given('argv'), given('files')]).toEqual(['0', ''])
    expect(existsSync(given('cwd'))).toBe(false)
    const [first, ...lines] = given('bars').split('\n')
    expect(first).toBe('stockCode,date,open,high,low,close,volume')
    const keys = lines.map(line => line.split(',').slice(0, 2).join(' '))
    expect(keys).toEqual(keys.toSorted((one, other) => (one < other ? -1 : 1)))
    expect(lines.some(line => line.split(',')[1]! > week)).toBe(false)
    const { rows } = await world.database.pool.query<{ date: string; close: number; volume: number }>(
      `select date, close, volume from bar where stock_code = $1 and date in ('2026-06-30', '2026-07-02') order by date`,
      [split],
    )
    const cells = rows.map(({ date }) =>
      lines
        .find(line => line.startsWith(`${split},${date},`))!
        .split(',')
        .map(Number),
    )
    expect(cells.map(([, , , , , close, volume]) => [close, volume])).toEqual([
      [Math.round((rows[0]!.close * 10_000) / 2) / 10_000, rows[0]!.volume * 2],
      [rows[1]!.close, rows[1]!.volume],
    ])
  })

  it('makes the proposal, which is published under the program’s name with the hash of its file', async () => {
    await write(program, ...print(sound))
    expect((await make()).http).toBe(200)
    const { proposal } = await world.look()
    const hash = createHash('sha256').update(readFileSync(program)).digest('hex')
    expect(proposal).toMatchObject({ method: 'own', constants: hash, state: 'open' })
    expect(proposal!.picks).toMatchObject([
      { patternType: 'CWH', buyPoint: 9999, stop: 9000, percivalScore: 90, rank: null, origin: 'method' },
      { patternType: 'NIL', buyPoint: -1, percivalScore: 89 },
      { patternType: 'NIL', percivalScore: 88 },
    ])
    const other = (
      await world.database.pool.query<{ stock_code: string; close: number }>(
        `select stock_code, close from bar where date = $1 and stock_code <> all($2) limit 1`,
        [week, proposal!.picks.map(({ stockCode }) => stockCode)],
      )
    ).rows[0]!
    await world.edit({ stockCode: other.stock_code, what: 'add' })
    const edited = (await world.look()).proposal!
    expect(edited.picks.at(-1)).toMatchObject({ stockCode: other.stock_code, close: other.close, origin: 'staff' })
    expect((await world.publish(edited.version)).http).toBe(200)
    const { rows } = await world.database.pool.query(
      'select method_id, constants, departures from finlist_issue where issue_date = $1',
      [week],
    )
    expect(rows).toEqual([{ method_id: 'own', constants: hash, departures: null }])
    const drawn = await world.database.pool.query<{ code: string; seed: string; inputs: string }>(
      `select stock_code as code, seed, inputs_hash as inputs from pick_twins join proposal using (exchange, issue_date)
       where issue_date = $1 and stock_code = $2`,
      [week, proposal!.picks[0]!.stockCode],
    )
    const [{ code, seed, inputs }] = drawn.rows as [(typeof drawn.rows)[number]]
    expect(seed).toBe(createHash('sha256').update([hash, inputs, 'US', week, code].join('\n')).digest('hex'))
    await world.database.pool.query('delete from finlist_issue; delete from proposal')
  })

  type Wrong = (rows: string[]) => string[]
  const printing = (wrong: Wrong) => () => print(wrong([...sound]))
  const instead = (at: number, from: string | RegExp, to: string) =>
    printing(rows => rows.with(at, rows[at]!.replace(from, to)))
  it.each<[string, () => string[], string]>([
    ['a program that fails', () => ['cat > /dev/null; echo no licence >&2; exit 3'], 'It ended with 3: no licence'],
    ['another head', () => ['cat > /dev/null; echo code,close'], `line 1: the first line has to be ${head}`],
    ['an empty list', printing(() => []), 'line 1: there is a header but no rows'],
    ['a line too short', printing(rows => rows.with(1, 'AAA,1')), 'line 3: 2 fields where the header has 9'],
    [
      'a stock that nobody knows',
      printing(rows => rows.with(2, 'NONE,1,NIL,,-1,-1,50,,')),
      `line 4: NONE did not trade in US on ${week}`,
    ],
    ['a stock twice', printing(rows => [...rows, rows[0]!]), 'line 5: the same stock as line 2'],
    ['another close', instead(0, /,[\d.]+,/, ',0.5,'), 'line 2: close is 0.5'],
    ['a score out of range', instead(1, ',89,', ',101,'), 'line 3: percivalScore is not between 0 and 100: 101'],
    ['a stop above the buy point', instead(0, '9000', '10000'), 'line 2: stop 10000 is not below buyPoint 9999'],
    ['more than it may print', () => ['head -c 3000000 /dev/zero'], 'It printed more than 1 MB.'],
  ])(
    'an operator’s own list program that prints %s makes no list, and staff see which line is wrong',
    async (_, body, expected) => {
      await write(program, ...body())
      await world.database.pool.query('delete from proposal_missing')
      world.letters.splice(0)
      expect(await run()).toMatchObject({ rows: 0 })
      const { proposal, missing } = await world.look()
      expect(proposal).toBeNull()
      expect(missing).toMatchObject({ why: 'engine-failed', message: expect.stringContaining(expected) })
      expect(world.letters[0]?.values).toMatchObject({ reason: expect.stringContaining(expected) })
      expect((await make()).errors[0]?.message).toContain(expected)
      const { rows } = await world.database.pool.query('select from finlist_issue where issue_date = $1', [week])
      expect(rows).toEqual([])
    },
  )

  it('an operator’s own list program that cannot be started is reported to staff', async () => {
    await writeFile(program, '#!/nowhere/at/all\n')
    await world.database.pool.query('delete from proposal_missing')
    await run()
    expect((await world.look()).missing).toMatchObject({ message: 'It could not be started (ENOENT).' })
  })

  it('is killed with all its child processes if it exceeds its time or output limit', async () => {
    const limits = { megabytes: 512, seconds: 1, outputMegabytes: 1 }
    const beat = join(folder, 'beat')
    const child = `(while :; do date >> ${beat}; sleep 0.1; done) &`
    const none = async function* () {}
    const failed = async (some: Partial<typeof limits>) =>
      await runProgram(program, none(), { ...limits, ...some }).catch((error: EngineFailed) => error.fault.text)
    const isGone = async () => {
      const beats = readFileSync(beat, 'utf8').length
      await new Promise(done => setTimeout(done, 1_500))
      return readFileSync(beat, 'utf8').length === beats
    }
    await write(program, child, 'sleep 60')
    expect(await failed({ seconds: 5 })).toBe('picking.own.late')
    expect(await isGone()).toBe(true)
    // This child leaves the process group, and keeps the output open.
    await write(program, `setsid sh -c '${child.slice(0, -2)}' &`, 'sleep 60')
    expect(await failed({ seconds: 5 })).toBe('picking.own.late')
    expect(await isGone()).toBe(true)
    await write(program, `setsid sh -c '${child.slice(0, -2)}' &`, 'sleep 1')
    await failed({ seconds: 100 })
    expect(await isGone()).toBe(true)
    // Output without a line end is buffered in memory.
    await write(program, child, 'head -c 4000000000 /dev/zero | tail -n 1 > /dev/null')
    expect(await failed({ seconds: 100, megabytes: 300 })).toBe('picking.own.memory')
    expect(await isGone()).toBe(true)
  })

  it('is run by `finlist propose --method own`, which prints the list or the error', async () => {
    const propose = (LIST_ENGINE: string) => {
      const command = fileURLToPath(new URL('../../src/commands/propose.ts', import.meta.url))
      const child = spawn(process.execPath, [command, '--market', 'US', '--date', week, '--method', 'own'], {
        env: childEnv({ LANG: 'C', DATABASE_URL: world.testServer.databaseUrl, LIST_ENGINE }),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let [out, err] = ['', '']
      child.stdout.on('data', data => (out += String(data)))
      child.stderr.on('data', data => (err += String(data)))
      return new Promise<{ code: number | null; out: string; err: string }>(done =>
        child.on('close', code => done({ code, out, err })),
      )
    }
    await write(program, ...print(sound))
    const told = await propose(program)
    expect(told).toMatchObject({ code: 0, err: expect.stringContaining('own ') })
    expect(told.out.split('\r\n')).toHaveLength(5)
    await write(program, ...print(sound.with(1, 'AAA,1')))
    expect(await propose(program)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('line 3: 2 fields') })
    expect(await propose('')).toMatchObject({ code: 1, err: expect.stringContaining('LIST_ENGINE') })
    expect(await propose('/nowhere/engine')).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no program'),
    })
  })
})
