import { referralKeys, user } from '@finlist/contract/account/account'
import { dismissFirstSteps, firstSteps, openedPick } from '@finlist/contract/account/first-steps'
import { completeRegistration } from '@finlist/contract/account/registration'
import { deleteAlert, setAlert } from '@finlist/contract/alerts'
import { uploadFinList } from '@finlist/contract/staff/admin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lines, send } from '../data/send-files.ts'
import { loadWorld, Playing } from '../screens/game-world.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
  const staff = await ApiClient.byToken(testServer, 'staff')
  await loadWorld(staff)
  for (const [issueDate, ...picks] of [
    ['2024-05-03', '0001,99,10,11'],
    ['2024-05-10', '0005,71,10,', '0700,95,300.2,305.5'],
  ]) {
    const files = { finListCsv: lines('stockCode,percivalScore,close,buyPoint', ...picks) }
    const answer = await send(staff, uploadFinList, { exchange: 'HKEX', issueDate: issueDate! }, files)
    if (answer.http !== 200) throw new Error(JSON.stringify(answer.errors))
  }
})
afterAll(() => testServer.close())

const stepsOf = async (who: ApiClient) => (await who.ask(firstSteps)).data

/** Registers the account as if for the first time. */
async function register(name: string): Promise<ApiClient> {
  const who = await ApiClient.signIn(testServer, name)
  await testServer.database.db
    .updateTable('users')
    .set({ registered_at: null, first_steps: false, pick_opened_at: null })
    .where('email', '=', `${name}@demo.example`)
    .execute()
  await submit(who)
  return who
}
async function submit(who: ApiClient) {
  const referral = Object.fromEntries(referralKeys.map(key => [key, key === 'search']))
  const body = { name: 'Chan Tai Man', phoneNumber: '+852 9123 4567', referral }
  expect((await who.ask(completeRegistration, { body })).http).toBe(200)
}

async function open(who: ApiClient, stockCode: string) {
  const answer = await who.ask(openedPick, { body: { exchange: 'HKEX', stockCode } })
  expect([answer.http, answer.data]).toEqual([200, undefined])
  return (await stepsOf(who))?.pick
}

describe('the first steps', () => {
  it('are shown from the registration on, and not to accounts that registered earlier', async () => {
    expect(await stepsOf(await ApiClient.byToken(testServer, 'hk-yearly'))).toBeNull()
    expect(await stepsOf(await register('free'))).toEqual({ pick: false, alert: false, level: false })
  })

  it('tick the pick only for what the account may see: the open pick or, with the list, any pick of the newest', async () => {
    const free = await register('free')
    // The stock of an older list, another pick, a stock that is not on the list, and the open pick.
    for (const [code, ticked] of [
      ['0001', false],
      ['0005', false],
      ['9999', false],
      ['0700', true],
    ] as const)
      expect([code, await open(free, code)]).toEqual([code, ticked])
    const subscriber = await register('hk-monthly')
    expect(await open(subscriber, '0001')).toBe(false)
    expect(await open(subscriber, '0005')).toBe(true)
  })

  it('tick the alert once one was ever set, and the level once one was finished', async () => {
    const free = await register('free')
    const body = { kind: 'price-above', exchange: 'HKEX', stockCode: '0700', value: 320 } as const
    const { data } = await free.ask(setAlert, { body })
    expect((await stepsOf(free))?.alert).toBe(true)
    expect((await free.ask(deleteAlert, { params: { alertId: String(data.alertId) } })).http).toBe(200)
    expect((await stepsOf(free))?.alert).toBe(true)

    const playing = new Playing(free, 1, 1)
    await playing.play('start', 'day')
    expect((await stepsOf(free))?.level).toBe(false)
    await playing.play('finish')
    expect((await stepsOf(free))?.level).toBe(true)
    await open(free, '0700')
    expect(await stepsOf(free)).toBeNull()
  })

  it('stay dismissed on every device, also after a correction of the registration', async () => {
    const one = await register('us-yearly')
    expect((await one.ask(user)).data.isNew).toBe(true)
    expect((await one.ask(dismissFirstSteps)).http).toBe(200)
    await expect.poll(async () => (await one.ask(user)).data.isNew).toBeUndefined()
    const another = await ApiClient.signIn(testServer, 'us-yearly')
    expect(await stepsOf(another)).toBeNull()
    await submit(another)
    expect(await stepsOf(another)).toBeNull()
  })
})
