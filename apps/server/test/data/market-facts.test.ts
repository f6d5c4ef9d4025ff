import { rollBackUpload, uploadPrices } from '@finlist/contract/staff/admin'
import {
  uploadClosings,
  uploadCorporateActions,
  uploadListings,
  uploadRenames,
} from '@finlist/contract/staff/market-facts'
import { overview } from '@finlist/contract/staff/overview'
import { closingsKnownUntil, dayAt, isTradingDay, previousTradingDay } from '@finlist/domain/calendar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readActions } from '../../src/features/chart/store.ts'
import { movedTables, unmovedTables } from '../../src/market-data/import/kinds/renamed-rows.ts'
import { readSteps } from '../../src/market-data/store/adjustments.ts'
import { everyTable } from '../db/every-table.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { lines, send } from './send-files.ts'

let testServer: TestServer
let staff: ApiClient
beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.signIn(testServer, 'staff')
})
afterAll(() => testServer.close())

const query = <Row extends object>(sql: string) => testServer.database.pool.query<Row>(sql).then(({ rows }) => rows)
const back = (uploadId: number | null) => staff.ask(rollBackUpload, { params: { uploadId: String(uploadId) } })

/**
 * Returns the state of every table except those that grow with each upload, or that store when something was published,
 * ran or is due.
 */
async function state() {
  const growing =
    /^(upload|upload_file|upload_chunk|audit_log|last_updated|alert_evaluated|alert_bar_seen|bar_history|corporate_action_history|job_run|breadth_due|breadth|board_due|board_stock|pick_figure|identity_\w+|session\w*|device\w*)$|^sequence /
  const all = await everyTable(testServer.databaseUrl)
  return Object.fromEntries(Object.entries(all).filter(([name]) => !growing.test(name)))
}

describe('corporate actions', () => {
  const head = 'stockCode,exDate,kind,numerator,denominator,amount,currency,cancelled'
  const load = (...rows: string[]) =>
    send(staff, uploadCorporateActions, { exchange: 'HKEX' }, { corporateActionCsv: lines(head, ...rows) })
  const actions = () =>
    query<{ said: string }>(
      `select concat_ws(' ', stock_code, ex_date, kind, numerator, denominator, amount, currency, source, cancelled) as said
       from corporate_action order by 1`,
    ).then(rows => rows.map(({ said }) => said))

  it('corporate actions that the prices contradict are refused until confirmed: a split without a price change, a dividend as high as the price', async () => {
    const days = ['2026-05-14', '2026-05-15', '2026-05-18']
    const bars = (...closes: number[]) =>
      days.map((day, n) => `${day},${closes[n]},${closes[n]},${closes[n]},${closes[n]},100`)
    const price = (stockCode: string, ...closes: number[]) =>
      send(
        staff,
        uploadPrices,
        { exchange: 'HKEX', stockCode, confirm: 'true' },
        {
          priceCsv: lines('date,open,high,low,close,volume', ...bars(...closes)),
        },
      )
    await price('6001', 40, 41, 41)
    await price('6002', 40, 10.2, 10.1)
    const dividend = (amount: number, currency = '') => `6001,2026-05-15,dividend,,,${amount},${currency},`
    const followed = [
      '6002,2026-05-15,split,4,1,,,',
      '6001,2026-05-15,bonus,11,10,,,',
      dividend(39),
      dividend(39, 'USD'),
    ]
    for (const row of followed) expect([row, (await load(row)).http]).toEqual([row, 200])

    const split = '6001,2026-05-15,split,4,1,,,'
    const asked = await load(split)
    expect([asked.http, asked.errors[0]!.message]).toEqual([
      409,
      'the price did not move on the ex-date; are these prices already adjusted? As close before → close after, 1: 6001 2026-05-15 split 40 → 41',
    ])
    expect((await load(dividend(40))).errors[0]!.message).toBe(
      'dividends of at least the price, as dividend / close before, 1: 6001 2026-05-15 40 / 40',
    )
    // A split without a bar on its ex-date, or one that is already stored, cannot be contradicted.
    expect((await load('6001,2026-05-19,split,4,1,,,')).http).toBe(200)
    const csv = { corporateActionCsv: lines(head, split) }
    const confirmed = await send(staff, uploadCorporateActions, { exchange: 'HKEX', confirm: 'true' }, csv)
    expect([confirmed.http, confirmed.data.notes?.length]).toEqual([200, 1])
    expect((await load(split)).http).toBe(200)
    for (const table of ['corporate_action', 'bar', 'stock'])
      await query(`delete from ${table} where stock_code in ('6001', '6002')`)
  })

  it('are stored by stock, ex-date and kind, and each upload can be rolled back', async () => {
    const first = await load(
      '700,2026-05-15,split,5,1,,,',
      '5,2027-03-04,dividend,,,0.1,USD,',
      '12,20260515,dividend,,,1.3,,',
    )
    expect(first).toMatchObject({ http: 200, data: { count: 3, created: 0 } })
    const before = await actions()
    expect(before).toEqual([
      '0005 2027-03-04 dividend 0.1 USD upload f',
      '0012 2026-05-15 dividend 1.3 HKD upload f',
      '0700 2026-05-15 split 5 1 upload f',
    ])
    const second = await load(
      '700,2026-05-15,split,5,1,,,True',
      '12,2026-05-15,dividend,,,1.4,,',
      '1,2026-05-15,bonus,3,2,,,',
    )
    expect(await actions()).toEqual([
      '0001 2026-05-15 bonus 3 2 upload f',
      '0005 2027-03-04 dividend 0.1 USD upload f',
      '0012 2026-05-15 dividend 1.4 HKD upload f',
      '0700 2026-05-15 split 5 1 upload t',
    ])
    expect((await back(second.data.uploadId)).http).toBe(200)
    expect(await actions()).toEqual(before)
    expect((await back(first.data.uploadId)).http).toBe(200)
    expect(await actions()).toEqual([])
  })

  it('corporate actions that were withdrawn change no price and mark no chart, until they are loaded again', async () => {
    const { db } = testServer.database
    const seen = async () => [
      (await readSteps(db, 'HKEX')).size,
      (await readActions(db, { exchange: 'HKEX', stockCode: '0700' })).length,
    ]
    await load('700,2026-05-15,split,5,1,,,')
    expect(await seen()).toEqual([1, 1])
    await load('700,2026-05-15,split,5,1,,,True')
    expect(await seen()).toEqual([0, 0])
    await load('700,2026-05-15,split,5,1,,,')
    expect(await seen()).toEqual([1, 1])
    await query('delete from corporate_action')
  })

  it.each([
    ['an unknown kind', '1,2026-05-15,merger,,,,,', 'kind must be one of split, consolidation, bonus'],
    ['a split into the same number of shares', '1,2026-05-15,split,1,1,,,', 'numerator above its denominator'],
    ['a split that is a consolidation', '1,2026-05-15,split,1,10,,,', 'numerator above its denominator'],
    ['a consolidation that is a split', '1,2026-05-15,consolidation,10,1,,,', 'numerator below its denominator'],
    ['a consolidation without a ratio', '1,2026-05-15,consolidation,,,,,', 'numerator below its denominator'],
    ['a split into fractions of a share', '1,2026-05-15,split,1.5,1,,,', 'numerator is not a whole number: 1.5'],
    ['a split of zero shares', '1,2026-05-15,split,1,0,,,', 'denominator is out of range: 0'],
    ['a split with an amount', '1,2026-05-15,split,2,1,3,,', 'not an amount'],
    ['a half ratio', '1,2026-05-15,rights,1,,,,', 'denominator is blank'],
    ['a dividend with a ratio', '1,2026-05-15,dividend,2,1,3,,', 'not a numerator and a denominator'],
    ['a dividend without an amount', '1,2026-05-15,dividend,,,,,', 'amount is blank'],
    ['a dividend of zero', '1,2026-05-15,dividend,,,0,,', 'amount is not above zero: 0'],
    ['rights without terms', '1,2026-05-15,rights,,,,,', 'rights needs'],
    ['a currency as a symbol', '1,2026-05-15,dividend,,,1,$,', 'currency is not a three-letter code: $'],
    ['a day ten years ahead', '1,2036-05-15,dividend,,,1,,', 'exDate is in the future: 2036-05-15'],
    ['another market', '1!,2026-05-15,dividend,,,1,,', 'stockCode is not a stock code of HKEX: 1!'],
  ])('corporate actions with %s are refused, by line and column', async (_, row, reason) => {
    const answer = await load('700,2026-05-15,dividend,,,2.4,,', row)
    expect(answer.http).toBe(400)
    expect(answer.errors.map(({ message }) => message)).toEqual([expect.stringContaining(`line 3: `)])
    expect(answer.errors[0]!.message).toContain(reason)
    expect(await actions()).toEqual([])
  })
})

describe('stock listings', () => {
  const load = (...rows: string[]) =>
    send(
      staff,
      uploadListings,
      { exchange: 'US' },
      { listingCsv: lines('stockCode,listedOn,delistedOn,reason,lastValue', ...rows) },
    )
  const listings = () =>
    query<{ said: string }>(
      `select concat_ws(' ', stock_code, listed_on, delisted_on, reason, last_value) as said from listing order by 1`,
    ).then(rows => rows.map(({ said }) => said))

  it('are stored per period; a blank first day means the stored one, or the day of the first price', async () => {
    await query(
      `insert into bar values ('US', 'OLD', '2019-03-04', 1, 1, 1, 1, 1), ('US', 'OLD', '2019-03-05', 1, 1, 1, 1, 1)`,
    )
    const first = await load('AAA,2001-02-05,,,', 'OLD,,2021-01-04,taken over for cash,12.5')
    expect(first).toMatchObject({ http: 200, data: { count: 2 } })
    expect(await listings()).toEqual(['AAA 2001-02-05', 'OLD 2019-03-04 2021-01-04 taken over for cash 12.5'])
    const second = await load('AAA,,2026-01-05,bankrupt,0', 'OLD,2024-01-02,,,')
    expect(await listings()).toEqual([
      'AAA 2001-02-05 2026-01-05 bankrupt 0',
      'OLD 2019-03-04 2021-01-04 taken over for cash 12.5',
      'OLD 2024-01-02',
    ])
    await back(second.data.uploadId)
    await back(first.data.uploadId)
    expect(await listings()).toEqual([])
  })

  it.each([
    [
      'delisted before it was listed',
      'AAA,2021-01-04,2021-01-04,,',
      'delistedOn 2021-01-04 is not after listedOn 2021-01-04',
    ],
    ['a reason without a delisting', 'AAA,2021-01-04,,bankrupt,', 'delistedOn is blank'],
    ['a negative value', 'AAA,2021-01-04,2022-01-04,,-1', 'lastValue is negative: -1'],
    ['no first day', 'NEW,,2022-01-04,,', 'listedOn is blank'],
    ['delisted before its first price', 'OLD,,2018-01-04,,', 'delistedOn 2018-01-04 is not after listedOn 2019-03-04'],
  ])('stock listings with %s are refused', async (_, row, reason) => {
    const answer = await load('BBB,2021-01-04,,,', row)
    expect(answer.errors.map(({ message }) => message)).toEqual([expect.stringContaining(reason)])
    expect(answer.errors[0]!.message).toContain('line 3: ')
    expect(await listings()).toEqual([])
  })
})

describe('exchange closings', () => {
  const load = (...rows: string[]) =>
    send(staff, uploadClosings, { exchange: 'JP' }, { closingCsv: lines('date,kind,name', ...rows) })
  const closings = () =>
    query<{ said: string }>(`select concat_ws(' ', date, kind, name) as said from market_closing order by 1`).then(
      rows => rows.map(({ said }) => said),
    )

  it('are stored by day and can be rolled back', async () => {
    const first = await load('2028-01-03,full,元日', '2026-12-30,HALF,')
    const second = await load('2028-01-03,open,元日')
    expect(await closings()).toEqual(['2026-12-30 half ', '2028-01-03 open 元日'])
    await back(second.data.uploadId)
    expect(await closings()).toEqual(['2026-12-30 half ', '2028-01-03 full 元日'])
    await back(first.data.uploadId)
    expect(await closings()).toEqual([])
  })

  it('take effect immediately: delays count trading days only, and the overview shows the last day with known closings', async () => {
    const yesterday = previousTradingDay('JP', dayAt('JP', testServer.clock.now()))
    const day = previousTradingDay('JP', yesterday)
    await query(`insert into stock (exchange, stock_code) values ('JP', '7001');
      insert into bar values ('JP', '7001', '${previousTradingDay('JP', day)}', 1, 1, 1, 1, 1)`)
    const seen = async () => {
      const { data } = await staff.ask(overview)
      return [
        data.data.find(({ kind, exchange }) => kind === 'prices' && exchange === 'JP')!.daysBehind,
        data.closings.find(({ exchange }) => exchange === 'JP')!.knownUntil,
      ]
    }
    const until = closingsKnownUntil('JP')
    const next = Number(until.slice(0, 4)) + 1
    expect(await seen()).toEqual([2, until])
    const holidays = Array.from({ length: 28 }, (_, at) => `${next}-05-${String(at + 1).padStart(2, '0')}`)
      .filter(holiday => isTradingDay('JP', holiday))
      .slice(0, 5)
    expect((await load(...holidays.map(holiday => `${holiday},full,`), `${day},full,a storm`)).http).toBe(200)
    expect(await seen()).toEqual([1, `${next}-12-31`])
    await query('delete from market_closing')
  })

  it.each([
    ['a Saturday', '2028-01-01,full,', 'date is a Saturday or Sunday'],
    ['an unknown kind', '2028-01-03,early,', 'kind must be one of full, half, open'],
    ['a day twice', '2027-01-04,half,', 'the same date as line 2'],
  ])('exchange closings with %s are refused', async (_, row, reason) => {
    const answer = await load('2027-01-04,full,', row)
    expect(answer.errors.map(({ message }) => message)).toEqual([expect.stringContaining(reason)])
    expect(await closings()).toEqual([])
  })
})

describe('renames of stock codes', () => {
  const load = (...rows: string[]) =>
    send(staff, uploadRenames, { exchange: 'HKEX' }, { renameCsv: lines('fromCode,toCode,on', ...rows) })

  it('cover every table that has a stock’s code', async () => {
    const tables = await query<{ name: string }>(
      `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'stock_code'`,
    )
    const known = [...movedTables.anyMarket, ...movedTables.hongKong, ...Object.keys(unmovedTables)]
    expect(known.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  it('change a stock’s code in all its data, and a roll-back changes it back', async () => {
    await query(everythingOf('0321'))
    await query(`insert into stock (exchange, stock_code, stock_name) values ('HKEX', '0654', ''), ('HKEX', '0322', 'Stranger');
      insert into bar values ('HKEX', '0654', '2026-07-02', 2, 2, 2, 2, 2)`)
    const before = await state()
    // A user with a note on both codes cannot prevent the rename.
    await query(`insert into stock_mark (user_id, exchange, stock_code, note)
      select min(user_id), 'HKEX', '0654', 'of the new code' from users`)
    const answer = await load('321,654,2026-07-01')
    expect(answer.http).toBe(200)
    for (const table of [...movedTables.anyMarket, ...movedTables.hongKong]) {
      const [row] = await query<{ old: number; new: number }>(
        `select count(*) filter (where stock_code = '0321') as old, count(*) filter (where stock_code = '0654') as new from ${table}`,
      )
      expect([table, row]).toEqual([table, { old: 0, new: table === 'bar' ? 2 : 1 }])
    }
    expect(await query(`select stock_code, stock_name from stock where exchange = 'HKEX' order by 1`)).toEqual([
      { stock_code: '0322', stock_name: 'Stranger' },
      { stock_code: '0654', stock_name: 'Carried' },
    ])
    expect(await query(`select symbol, content from saved_chart order by name`)).toEqual([
      {
        symbol: 'HKEX:0654',
        content: '{"symbol":"HKEX:0654","drawings":[{"symbol":"HKEX:03210"},{"symbol":"HKEX:0654"}]}',
      },
      { symbol: 'HKEX:0700', content: '{"symbol":"HKEX:0700"}' },
    ])
    // Loading the same rename again changes nothing.
    const renamed = await state()
    expect((await load('321,654,2026-07-01')).http).toBe(200)
    const [again] = await query<{ upload_id: number }>('select max(upload_id) as upload_id from upload')
    expect(await state()).toEqual(renamed)
    expect((await back(again!.upload_id)).http).toBe(200)

    expect((await back(answer.data.uploadId)).http).toBe(200)
    expect(await state()).toEqual(before)
  })

  it('are refused if the new code has prices of the same days, and cannot be undone if the old code has such prices', async () => {
    await query(`insert into stock (exchange, stock_code) values ('HKEX', '0411'), ('HKEX', '0412');
      insert into bar select 'HKEX', code, '2026-07-02', 2, 2, 2, 2, 2 from unnest(array['0411', '0412']) code`)
    const answer = await load('411,412,2026-07-01')
    expect(answer.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('line 2: 0412 has its own rows'),
    ])
    const done = await load('411,413,2026-07-01')
    expect(done.http).toBe(200)
    await query(`insert into bar values ('HKEX', '0411', '2026-07-02', 3, 3, 3, 3, 3)`)
    expect(await back(done.data.uploadId)).toMatchObject({ http: 409, errors: [{ code: 'roll_back' }] })
    expect(await query(`select stock_code, close from bar where stock_code in ('0411', '0413') order by 1`)).toEqual([
      { stock_code: '0411', close: 3 },
      { stock_code: '0413', close: 2 },
    ])
  })

  it.each([
    ['a code that is not listed', ['9999,9998,2026-07-01'], 'fromCode is not listed: 9999'],
    ['the same code', ['322,0322,2026-07-01'], 'fromCode and toCode are both 0322'],
    ['the index', ['HSI,322,2026-07-01'], 'HSI is the index'],
    ['one after another', ['322,323,2026-07-01', '323,324,2026-07-02'], 'repeats a stock of line 2'],
    ['two into one', ['322,325,2026-07-01', '412,325,2026-07-02'], 'repeats a stock of line 2'],
    ['a day to come', ['322,323,2027-07-01'], 'on is in the future'],
  ])('renames of stock codes with %s are refused', async (_, rows, reason) => {
    const answer = await load(...rows)
    expect(answer.errors.map(({ message }) => message)).toEqual([expect.stringContaining(reason)])
  })
})

/** Returns SQL that adds a row to every table with a stock's code, and two charts, one of which shows the stock. */
const everythingOf = (code: string) => `
  insert into stock (exchange, stock_code, stock_name) values ('HKEX', '${code}', 'Carried');
  insert into bar values ('HKEX', '${code}', '2026-06-30', 1, 1, 1, 1, 1);
  insert into finlist_issue (exchange, issue_date) values ('HKEX', '2026-06-26');
  insert into finlist_pick (exchange, issue_date, stock_code, close, percival_score) values ('HKEX', '2026-06-26', '${code}', 1, 90);
  insert into fundamental (exchange, issue_date, stock_code, quarter, this_report_date) values ('HKEX', '2026-06-26', '${code}', 1, 20260331);
  insert into chart_pattern (exchange, pattern_id, stock_code, pattern_type, points, from_date, to_date)
    values ('HKEX', 'p', '${code}', 'CUP', '[]', '2026-01-01', '2026-06-01');
  insert into game_level (playlist_id, level_id, exchange, stock_code, start_date, end_date, multiplier)
    values (1, 1, 'HKEX', '${code}', '2020-01-01', '2021-01-01', 1);
  insert into market_snapshot (exchange, taken_at, date) values ('HKEX', '2026-06-30 10:30+08', '2026-06-30');
  insert into market_snapshot_price (exchange, taken_at, stock_code, price, volume) values ('HKEX', '2026-06-30 10:30+08', '${code}', 1, 1);
  insert into profit_alert (exchange, stock_code, released_at, report_type, link)
    values ('HKEX', '${code}', '2026-06-30 17:00:00.123456+08', 'OTHER', 'https://x.example/');
  insert into alert (user_id, kind, exchange, stock_code, value, value_on)
    select min(user_id), 'price-above', 'HKEX', '${code}', 1, '2026-06-30' from users;
  insert into corporate_action (exchange, stock_code, ex_date, kind, numerator, denominator, source)
    values ('HKEX', '${code}', '2026-06-01', 'split', 2, 1, 'test');
  insert into unconfirmed_bar (exchange, stock_code, date, previous_close, close) values ('HKEX', '${code}', '2026-06-30', 1, 2);
  insert into doubt (exchange, kind, stock_code, date, held_until, evidence)
    values ('HKEX', 'move', '${code}', '2026-06-30', 'infinity', '{}');
  insert into pick_twins (exchange, issue_date, stock_code, seed, twins) values ('HKEX', '2026-06-26', '${code}', '', '[]');
  insert into pick_outcome (exchange, issue_date, stock_code, track, pattern, buy_point, state, as_at)
    values ('HKEX', '2026-06-26', '${code}', 'published', 'FB', 2, 'waiting', '2026-06-30');
  insert into reconstruction (exchange, from_date, before_date, method_id, constants, asked_at)
    values ('HKEX', '2026-06-01', '2026-06-26', 'm', 'c', now());
  insert into reconstructed_issue values ('HKEX', '2026-06-19', '', 1);
  insert into reported_figure (exchange, stock_code, period_end, figure, known_on, value, currency, source)
    values ('HKEX', '${code}', '2026-03-31', 'eps', '2026-05-08', 1.5, 'HKD', 'test');
  insert into reconstructed_pick (exchange, issue_date, stock_code, pattern, buy_point, seed, twins)
    values ('HKEX', '2026-06-19', '${code}', 'FB', 2, '', '[]');
  insert into listing (exchange, stock_code, listed_on) values ('HKEX', '${code}', '2001-01-02');
  insert into shareholding values ('${code}', '2026-06-29', 'B1', 'One', 10, 1);
  insert into settlement_date (shareholding_date) values ('2026-06-29') on conflict do nothing;
  insert into shareholding_change (shareholding_date, span, stock_code, participant_id, participant_name, change)
    values ('2026-06-29', 'day', '${code}', 'B1', 'One', 1);
  insert into shareholding_upload values ('2026-06-29 18:00:00.123456+08', '${code}', '2026-06-29');
  insert into replaced_shareholding values ('2026-06-29 18:00:00.123456+08', '${code}', '2026-06-29', 'B1', 'One', 9, 1);
  with owner as (select min(user_id) as user_id from users),
    list as (insert into watchlist (user_id, watchlist_name) select user_id, 'Mine' from owner returning *)
  insert into watchlist_stock (user_id, watchlist_id, exchange, stock_code, buy_price, shares)
    select user_id, watchlist_id, 'HKEX', '${code}', 1, 100 from list;
  insert into former_name (exchange, stock_code, stock_name) values ('HKEX', '${code}', 'Before');
  insert into stock_mark (user_id, exchange, stock_code, flag, note) select min(user_id), 'HKEX', '${code}', 'red', '' from users;
  insert into chart_memory (user_id, exchange, stock_code, content) select min(user_id), 'HKEX', '${code}', '[]' from users;
  insert into saved_chart (user_id, client, name, symbol, content) select min(user_id), 'c', chart.* from users,
    (values ('a', 'HKEX:${code}', '{"symbol":"HKEX:${code}","drawings":[{"symbol":"HKEX:${code}0"},{"symbol":"HKEX:${code}"}]}'),
      ('b', 'HKEX:0700', '{"symbol":"HKEX:0700"}')) chart group by 3, 4, 5`
