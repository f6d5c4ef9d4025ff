import { handInProposal, makeProposal, takeEditBack } from '@finlist/contract/picking'
import { auditLog } from '@finlist/contract/staff/customers'
import { stopOf, ticksNear } from '@finlist/domain/picking/tick'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../test-server.ts'
import { openPickingWorld, type PickingWorld, week, why } from './picking-world.ts'

let world: PickingWorld
beforeAll(async () => {
  world = await openPickingWorld()
  await world.twoWeeks()
})
afterAll(() => world.close())

const proposal = async () => (await world.look()).proposal!
const pick = async (code: string) => (await proposal()).picks.find(({ stockCode }) => stockCode === code)
const said = (answer: Answer) => [answer.http, answer.errors[0]?.message]

describe('the proposal of the week', () => {
  it('is the list that the method makes, compared with the previous list, with names and the stocks that left', async () => {
    const { picks, leaving, previousDate, method, state, eligible } = await proposal()
    expect({ previousDate, method, state }).toEqual({ previousDate: '2026-07-10', method: 'finlist-1', state: 'open' })
    expect(eligible).toBeGreaterThan(picks.length)
    expect(picks.every(({ stockName, stockCode }) => stockName === `Stock ${stockCode}`)).toBe(true)
    expect(picks.filter(({ before }) => before !== null).length).toBeGreaterThan(1)
    expect(picks.some(({ buyPoint, stop }) => buyPoint > 0 && stop > 0 && stop < buyPoint)).toBe(true)
    for (const { stockCode, reason } of leaving) {
      expect(reason).not.toBeNull()
      expect(picks.some(row => row.stockCode === stockCode)).toBe(false)
    }
  })

  it('is for staff only', async () => {
    const answer = await world.staff.raw('GET', '/admin/picking/proposal?exchange=US', undefined, { authorization: '' })
    expect(answer.http).toBe(401)
  })
})

describe('an edit of a proposal', () => {
  it('requires a reason of at least twenty characters, and a stock of the list', async () => {
    const { picks } = await proposal()
    const { stockCode } = picks[0]!
    expect((await world.edit({ stockCode, what: 'veto', reason: ' too short of course ' })).http).toBe(400)
    expect((await world.edit({ stockCode, what: 'veto', reason: 'x'.repeat(19) })).errors[0]?.field).toBe('reason')
    expect(said(await world.edit({ stockCode: 'NONE', what: 'veto' }))).toEqual([409, 'NONE is not on this list.'])
    expect((await proposal()).picks[0]!.edits).toEqual([])
  })

  it('changes the version, can remove and restore a stock, and is refused if repeated', async () => {
    const before = await proposal()
    const { stockCode } = before.picks.find(row => row.before !== null)!
    expect((await world.edit({ stockCode, what: 'veto' })).http).toBe(200)
    expect(said(await world.edit({ stockCode, what: 'veto' }, world.other))).toEqual([
      409,
      `${stockCode} has already been taken out.`,
    ])
    const after = await proposal()
    expect(after.version).not.toBe(before.version)
    expect(after.leaving).toContainEqual({
      stockCode,
      stockName: `Stock ${stockCode}`,
      stockNameZh: '',
      reason: 'vetoed',
    })
    const row = (await pick(stockCode))!
    expect(row).toMatchObject({ isVetoed: true, origin: 'method' })
    expect(row.edits).toMatchObject([{ what: 'veto', reason: why, byName: expect.stringMatching(/./) }])
    const params = { editId: String(row.edits[0]!.editId) }
    expect((await world.other.ask(takeEditBack, { params })).http).toBe(200)
    expect(said(await world.staff.ask(takeEditBack, { params }))).toEqual([409, 'This edit has already been undone.'])
    expect((await proposal()).version).toBe(before.version)
    expect((await world.staff.ask(takeEditBack, { params: { editId: '987654321' } })).http).toBe(404)
  })

  it('sets a buy point at a valid price step, which moves the stop; an invalid one is refused, naming the nearest steps', async () => {
    const { stockCode, buyPoint } = (await proposal()).picks.find(row => row.buyPoint > 5)!
    const off = buyPoint + 0.005
    const [under, over] = ticksNear('US', off)
    const refused = await world.edit({ stockCode, what: 'change', buyPoint: off })
    expect(refused).toMatchObject({ http: 400, errors: [{ field: 'buyPoint' }] })
    expect(refused.errors[0]!.message).toContain(`${under} and ${over}`)
    expect((await world.edit({ stockCode, what: 'change', buyPoint })).http).toBe(409)
    expect((await world.edit({ stockCode, what: 'change' })).errors[0]?.field).toBe('buyPoint')
    expect((await world.edit({ stockCode, what: 'change', buyPoint: over })).http).toBe(200)
    expect(await pick(stockCode)).toMatchObject({
      buyPoint: over,
      stop: stopOf('US', over),
      origin: 'staff',
      edits: [{ what: 'change', before: buyPoint, after: over }],
    })
  })

  it('sets the note that subscribers read', async () => {
    const { stockCode } = (await proposal()).picks[1]!
    expect((await world.edit({ stockCode, what: 'note' })).errors[0]?.field).toBe('note')
    expect((await world.edit({ stockCode, what: 'note', note: 'x'.repeat(281) })).http).toBe(400)
    await world.edit({ stockCode, what: 'note', note: 'Results are due on Tuesday' })
    expect(await pick(stockCode)).toMatchObject({ note: 'Results are due on Tuesday', origin: 'method' })
    expect((await world.edit({ stockCode, what: 'note', note: 'Results are due on Tuesday' })).http).toBe(409)
  })

  it('adds a stock that traded that day, with the method’s figures for it', async () => {
    const { picks } = await proposal()
    const { rows } = await world.database.pool.query<{ stock_code: string }>(
      `select stock_code from bar where exchange = 'US' and date = $1 and stock_code <> all($2) order by volume * close desc`,
      [week, picks.map(({ stockCode }) => stockCode)],
    )
    const stockCode = rows[0]!.stock_code
    expect(said(await world.edit({ stockCode: 'ZZZZ', what: 'add' }))).toEqual([
      400,
      'ZZZZ did not trade in US on 2026-07-17',
    ])
    const doubled = await Promise.all([
      world.edit({ stockCode, what: 'add' }),
      world.edit({ stockCode, what: 'add' }, world.other),
    ])
    expect(doubled.map(({ http }) => http).toSorted((one, other) => one - other)).toEqual([200, 409])
    const added = (await pick(stockCode))!
    expect(added).toMatchObject({ origin: 'staff', before: null, isVetoed: false })
    expect(added.rank).toBeGreaterThan(0)
    await world.edit({ stockCode, what: 'note', note: 'Added by hand' })
    const { editId } = added.edits[0]!
    await world.staff.ask(takeEditBack, { params: { editId: String(editId) } })
    expect(await pick(stockCode)).toBeUndefined()
    const { rows: standing } = await world.database.pool.query(
      'select from proposal_edit where stock_code = $1 and taken_back_at is null',
      [stockCode],
    )
    expect(standing).toEqual([])
  })

  it('stays stored while a doubt keeps the stock off the list', async () => {
    const remake = async () => {
      expect((await world.staff.ask(makeProposal, { body: { exchange: 'US' } })).http).toBe(200)
    }
    const { stockCode } = (await proposal()).picks.find(({ edits }) => edits.length === 0)!
    await world.edit({ stockCode, what: 'veto' })
    const doubt = ['US', stockCode, week]
    await world.database.pool.query(
      `insert into doubt (exchange, kind, stock_code, date, held_until, evidence)
       values ($1, 'split', $2, $3, 'infinity', '{}')`,
      doubt,
    )
    await remake()
    expect(await pick(stockCode)).toBeUndefined()
    expect((await proposal()).leftOut).toMatchObject([{ stockCode }])
    await world.database.pool.query(
      `update doubt set ended_at = product_now(), ended_as = 'right'
       where exchange = $1 and stock_code = $2 and date = $3`,
      doubt,
    )
    await remake()
    expect(await pick(stockCode)).toMatchObject({ isVetoed: true, edits: [{ what: 'veto', reason: why }] })
  })

  it('is in the audit log with its author, change and reason', async () => {
    const { data } = await world.other.ask(auditLog, { query: { action: 'list-edited' } })
    expect(data.entries.length).toBeGreaterThan(3)
    expect(data.entries[0]).toMatchObject({ reason: why, facts: { exchange: 'US', issueDate: week } })
    const back = await world.other.ask(auditLog, { query: { action: 'list-edit-taken-back' } })
    expect(back.data.entries.length).toBeGreaterThan(0)
  })

  it('reopens a list that was submitted for review', async () => {
    const { version, picks } = await proposal()
    const handIn = (what: string) =>
      world.staff.ask(handInProposal, { body: { exchange: 'US', issueDate: week, version: what } })
    expect(said(await handIn('x'))[0]).toBe(409)
    expect((await handIn(version)).http).toBe(200)
    expect(await proposal()).toMatchObject({ state: 'handed-in', version, handedInBy: expect.stringMatching(/./) })
    expect(said(await handIn(version))[1]).toMatch(/has already been submitted/)
    await world.edit({ stockCode: picks.at(-1)!.stockCode, what: 'veto' }, world.other)
    expect(await proposal()).toMatchObject({ state: 'open', handedInBy: null })
  })

  it('is in the record, masked, after the seed that control stocks are drawn with', async () => {
    const { rows } = await world.database.pool.query<{ kind: string; body: Record<string, unknown>; masked: boolean }>(
      `select kind, body::jsonb as body, opens_at is not null as masked from record where market = 'US' order by seq`,
    )
    const drawn = rows.findIndex(({ kind, body }) => kind === 'proposal' && body['date'] === week)
    const edited = rows.findIndex(({ kind }) => kind === 'edit')
    expect(drawn).toBeGreaterThan(-1)
    expect(edited).toBeGreaterThan(drawn)
    expect(rows[drawn]).toMatchObject({
      masked: false,
      body: { method: 'finlist-1', inputs: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(rows[edited]).toMatchObject({
      masked: true,
      body: { date: week, what: 'veto', reason: why, salt: expect.stringMatching(/^[\w-]{43}$/) },
    })
    expect(rows.some(({ body }) => body['what'] === 'take-back')).toBe(true)
  })
})
