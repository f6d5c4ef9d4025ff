// @module-tag slow
import { user } from '@finlist/contract/account/account'
import { alerts } from '@finlist/contract/alerts'
import { chartSearch } from '@finlist/contract/charts/chart'
import { createWatchlist, watchlists } from '@finlist/contract/watchlist'
import { expect, it } from 'vitest'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { markDemo } from '../../src/db/demo-mark.ts'
import { migrate } from '../../src/db/migrate.ts'
import { loadDemoAccounts } from '../../src/demo/accounts.ts'
import { giveDemoPlans } from '../../src/demo/give-plans.ts'
import { ApiClient, openTestServer } from '../test-server.ts'

/** What to drop to get the previous version's database, by the name of the migration that added it. */
const since: Record<string, string> = {
  '345-stock-mark': 'drop table stock_mark',
  '340-first-steps': 'alter table users drop column first_steps, drop column pick_opened_at',
  '335-names': `drop table former_name, name_sound; drop function keep_former_names cascade;
    drop function tell_names_changed cascade`,
  '330-alert-terms':
    'drop table alert_done; alter table alert drop column once, drop column expires_on, drop column note',
  '322-past-board': 'drop table past_board',
  '321-screen-alerts': 'alter table alert drop column screen_id, drop column members, drop column members_on',
  '320-screen': 'drop table screen',
  '311-exchange-rate-source': 'alter table exchange_rate drop column source',
  '310-fundamental-known-on': 'alter table fundamental drop column known_on',
  '300-outlook': `drop index record_model; alter table proposal drop column outlooks;
    alter table finlist_pick drop column outlook`,
  '296-source-reading-times': 'alter table source_reading drop column times',
  '295-fundamental-source': 'alter table fundamental drop column source',
  '294-reported-figure': 'drop table fundamentals_asked, reported_figure',
  '291-doubt-open': 'drop index doubt_open',
  '290-doubt': `drop table doubt, doubt_search, corporate_action_history;
    drop function keep_corporate_action_history cascade; alter table proposal drop column known_at, drop column left_out`,
  '252-source-reading-clock': 'alter table source_reading alter column began_at set default now()',
  '251-replaced-issue': 'drop table replaced_issue',
  '250-disputes': 'drop table dispute',
  '220-device-minutes': `create or replace trigger device_changed after insert or update or delete on device
      for each row execute function tell_person_changed();
    drop function tell_device_changed`,
  '219-bars-beside': `drop function bars_before, bars_after, bars_between, trades_before, holdings_on, holdings_of,
    newest_holdings, days_with_holdings, newest_holding_days, outcomes_to_record`,
  '090-device-session': 'alter table device drop column session_id, drop column networks',
  '091-sms-number': 'drop table sms_number',
  '100-demo-mark': 'drop table demo_mark; drop function keep_demo_mark',
  '120-product-clock': `drop table product_clock cascade; drop function product_clock_changed;
    do $$ declare found record; begin
      for found in select table_name, column_name from information_schema.columns
        where table_schema = current_schema() and column_default = 'product_now()'
      loop execute format('alter table %I alter column %I set default now()', found.table_name, found.column_name); end loop;
    end $$;
    drop function product_now`,
  '130-owed': 'alter table billing_customer drop column owed_cents',
  '131-told-to-people': 'drop table billing_coupon; alter table invoice drop column credited_cents',
  '132-dispute': 'alter table invoice drop column dispute_lost',
  '140-replaced-rows':
    'drop function keep_replaced cascade; drop function changed_columns; drop table replaced_row; alter table upload drop column keeps_replaced',
  '141-breadth-of-trades': 'delete from breadth_due',
  '161-topics': "delete from last_updated where topic = 'shareholding:HKEX'",
  '162-market': `alter table game_level drop column market; alter table system_message drop column market;
    drop table market cascade;
    do $$ declare name text; begin
      foreach name in array array['stock', 'watchlist_stock', 'market_state', 'breadth', 'uploaded_breadth', 'breadth_due',
        'market_snapshot', 'profit_alert', 'game_level']
      loop execute format($add$alter table %I add constraint %I check (exchange in ('HKEX', 'US', 'JP', 'CN', 'TW', 'GAME'))$add$,
        name, name || '_exchange_check'); end loop;
    end $$;
    alter table system_message add constraint system_message_target_check check (target <> '')`,
  '165-words': `drop view holding, billing_letter;
    alter table plan_grant rename to holding; alter table holding rename grant_id to holding_id;
    alter table billing_email rename to billing_letter; alter table billing_letter rename email_id to letter_id;
    alter index plan_grant_pkey rename to holding_pkey; alter index plan_grant_of_subscription rename to holding_of_subscription;
    alter trigger plan_grant_changed on holding rename to holding_changed;
    alter index billing_email_pkey rename to billing_letter_pkey; alter index billing_email_once rename to billing_letter_once;
    alter index billing_email_waiting rename to billing_letter_waiting;
    alter table billing_letter rename constraint billing_email_kind_check to billing_letter_kind_check`,
  '166-language': `alter table users drop constraint users_language_check, add check (language in ('en', 'zh'))`,
  '188-witness': 'drop table record_witness',
  '198-record-follows': 'select',
  '197-outcomes-recorded': 'alter table pick_outcome drop column stands_since, drop column recorded_in',
  '174-code-since': 'drop function twins_since; drop function code_since',
  '173-list-correction': 'drop table list_correction',
  '199-reconstruction': 'drop table reconstructed_pick, reconstructed_issue, reconstruction',
  '189-outcomes': 'drop table pick_twins, pick_outcome',
  '245-account-activity': `drop table account_event; alter table session drop column place;
    drop function note_session, note_device, note_datafeed_token, note_profile, note_card cascade;
    drop function note_account_event`,
  '230-start-page': 'alter table users drop column start_page',
  '218-rising-prices': 'alter table users drop column rising_prices',
  '224-exchange-rate': 'drop table exchange_rate',
  '223-own-lists':
    'drop table removed_position, list_view; alter table watchlist_stock drop column place, drop column note',
  '292-board-figures': 'alter table board_stock drop column figures; alter table pick_figure drop column figures',
  '222-board': 'drop table board_due, pick_figure, board_stock',
  '204-channels': `drop function quiet_until; drop table daily_item, dispatch, push_subscription, channel_setting, channel_choice;
    drop function end_push_subscriptions cascade`,
  '209-chart-memory': 'drop table chart_memory',
  '205-deleted-alerts': 'alter table alert drop column deleted_at, drop column was_paused',
  '201-alerts-evaluated': 'drop table alert_bar_seen, alert_evaluated; alter table alert drop column known_to',
  '200-alerts': 'drop table message_read, inbox_item, alert_firing, alert',
  '196-state-rates': 'drop table state_rates',
  '195-record-widening': 'drop table record_widening',
  '194-proposal': 'drop table proposal_missing, proposal_edit, proposal',
  '193-made-by-method': `alter table finlist_pick drop column variant, drop column stop, drop column rank,
      drop column template, drop column facts, drop column origin, drop column note;
    alter table finlist_issue drop column method_id, drop column constants, drop column departures`,
  '187-record': 'drop table record, record_key; drop function follow_record, keep_record',
  '186-column-heads': 'drop table column_heads',
  '185-market-fact-uploads': 'drop table renamed_rows',
  '181-chance-figure': 'drop table chance_figure',
  '180-source': 'drop table source_day, source_refusal, backfill_part, missing_day_told',
  '170-market-facts': 'drop table corporate_action, listing, stock_rename, market_closing',
  '178-deleted-bars-found': 'drop index bar_history_of_deletion',
  '175-bar-history':
    'drop function keep_bar_history cascade; drop table bar_history; alter table bar drop column upload_id; alter table upload drop column replaced_uploads',
  '177-own-lists-told': 'drop trigger watchlist_added on watchlist; drop function tell_filters_changed cascade',
  '172-deleted-bars': 'drop table bar_deletion',
  '176-gate': 'drop table unconfirmed_bar, held_day',
  '171-positions-follow':
    'drop function position_changed cascade; alter table watchlist_stock drop column follows_actions, drop column changed_at',
  '150-datafeed-token': 'drop table datafeed_token; drop function end_datafeed_tokens cascade',
  'identity/110-passkey': 'drop table identity_passkey, identity_spent_challenge',
}

/** A database with bars on several nodes already has migration 218 and all earlier ones. */
const isSpread = process.env['TEST_DATABASE_NODES'] !== undefined
const missing = Object.entries(since).filter(([name]) => !isSpread || name >= '219')

it('a database filled by the previous version is upgraded with all its data', async () => {
  const fresh = await freshDatabase()
  const { url: databaseUrl } = fresh
  try {
    const before = await openTestServer({}, { databaseUrl })
    await loadDemoAccounts(before.database, before.config)
    await before.database.pool.query(`insert into demo_part (name, version) values ('accounts', 1)`)
    await giveDemoPlans(before.database, new Date(before.clock.now()))
    const apiClient = await ApiClient.signIn(before, 'hk-yearly')
    const { data: list } = await apiClient.ask(createWatchlist, { query: { watchlistName: 'Kept' } })
    await before.database.pool.query(
      `insert into stock (exchange, stock_code, stock_name, stock_name_zh) values ('HKEX', '0700', 'Tencent', '騰訊控股')`,
    )
    for (const [name, undo] of missing) {
      await before.database.pool.query(undo)
      await before.database.pool.query('delete from migration where name = $1', [name])
    }
    await before.close()

    const applied: string[] = []
    await migrate(directly(databaseUrl), name => applied.push(name))
    expect(applied.toSorted()).toEqual(missing.map(([name]) => name).toSorted())
    expect(await markDemo(databaseUrl, false)).toBe(missing.some(([name]) => name === '100-demo-mark'))
    const now = await openTestServer({}, { databaseUrl })
    try {
      const there = Object.assign(new ApiClient(now), { token: apiClient.token, device: apiClient.device })
      expect((await there.ask(user)).http).toBe(200)
      expect((await there.ask(watchlists)).data).toEqual([{ watchlistId: list, watchlistName: 'Kept', stockCount: 0 }])
      const again = await ApiClient.signIn(now, 'hk-yearly')
      // Names of before the upgrade are spelled in the background.
      await expect
        .poll(() => again.raw('GET', `${chartSearch.path}?query=tengxun`), { timeout: 10_000 })
        .toMatchObject({ 0: { full_name: 'HKEX:0700' } })
      expect((await again.ask(watchlists)).data).toHaveLength(1)
    } finally {
      await now.close()
    }
  } finally {
    await fresh.drop()
  }
})

it('an alert set before alerts had an end, a note and a choice of once keeps firing each time', async () => {
  const fresh = await freshDatabase()
  const testServer = await openTestServer({}, { databaseUrl: fresh.url })
  try {
    const { database } = testServer
    await loadDemoAccounts(database, testServer.config)
    const free = await ApiClient.signIn(testServer, 'free')
    const { userId } = (await free.ask(user)).data
    await database.pool.query(`${since['330-alert-terms']}; delete from migration where name = '330-alert-terms'`)
    await database.pool.query(
      `insert into alert (user_id, kind, exchange, value_on) values ($1, 'shareholding', 'HKEX', current_date)`,
      [userId],
    )
    await migrate(directly(fresh.url))
    expect((await free.ask(alerts)).data.alerts).toMatchObject([
      { kind: 'shareholding', once: false, doneAt: null, expiresOn: null, ended: false, note: '', paused: false },
    ])
  } finally {
    await testServer.close()
    await fresh.drop()
  }
})

it('processes of the previous version can still read and write under the old names', async () => {
  const testServer = await openTestServer()
  try {
    const { db, pool } = testServer.database
    const { user_id: userId } = await db
      .insertInto('users')
      .values({ issuer: 'before', subject: 'before', email: 'before@demo.example' })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    const give = `insert into holding (user_id, product_id, period_id, ends_at, subscription_id)
      values ($1, 1, 1, now() + interval '1 day', 'sub_1')
      on conflict (user_id, subscription_id) where subscription_id is not null do update set period_id = 2
      returning holding_id`
    await pool.query(give, [userId])
    const { rows } = await pool.query<{ holding_id: number }>(give, [userId])
    expect(
      await db.selectFrom('plan_grant').select(['grant_id', 'period_id']).where('user_id', '=', userId).execute(),
    ).toEqual([{ grant_id: rows[0]!.holding_id, period_id: 2 }])
    await pool.query(
      `insert into billing_letter (user_id, kind, subject_id, decided_at, try_at) values ($1, 'receipt', 'in_1', now(), now())
       on conflict do nothing`,
      [userId],
    )
    const waiting = await pool.query(
      `select * from billing_letter where state = 'waiting' order by letter_id limit 1 for update skip locked`,
    )
    expect(waiting.rows).toMatchObject([{ user_id: userId, kind: 'receipt', attempts: 0 }])
    await pool.query('delete from holding where user_id = $1', [userId])
    expect(await db.selectFrom('plan_grant').select('grant_id').where('user_id', '=', userId).execute()).toEqual([])
  } finally {
    await testServer.close()
  }
})
