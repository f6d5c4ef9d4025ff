import { chosenKinds, type Channels as Now, readChannels } from '@finlist/contract/channels'
import { expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { answerCalls } from '../../../test/network-edge.ts'
import { doubleText, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { callQuery, queryClient } from '../../api/query-client.ts'
import Channels from './Channels.tsx'

type Look = Parameters<typeof show>[1]

const choices = chosenKinds.map(kind => ({ kind, mail: 'off' as const, push: false }))
const usual: Now = {
  choices,
  quiet: null,
  weekly: false,
  pushNamesPrices: false,
  mailOffered: true,
  mailRefused: false,
  pushKey: 'BBBB',
}

async function showChannels(facts: Partial<Now> = {}, look: Look = {}) {
  queryClient.setQueryData(callQuery(readChannels).queryKey, { ...usual, ...facts })
  await show(
    <>
      <h1>Alerts</h1>
      <Channels />
    </>,
    { texts: ['alerts', 'channels'], ...look },
  )
  await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}
const mail = (name: string) => page.getByRole('combobox', { name: `E-mail: ${name}` })
const push = (name: string) => page.getByRole('checkbox', { name: `Push: ${name}` })

/** Removes the focus from a field. The Tab key would first step through the parts of a time field. */
const leave = (field: Locator) => (field.element() as HTMLElement).blur()

/** Answers each change with the complete settings, as the server does. */
function answerChoices() {
  let now = usual
  return answerCalls({
    'POST /alerts/channels': body => {
      const { choices = [], ...rest } = body as Partial<Now>
      const of = (kind: string) => choices.find(it => it.kind === kind)
      now = { ...now, ...rest, choices: now.choices.map(it => of(it.kind) ?? it) }
      return { data: now }
    },
  })
}

for (const look of looks)
  test(`the notification settings have no accessibility violations and nothing overflows, in ${look.language}`, async () => {
    const quiet = { zone: 'Asia/Hong_Kong', from: 1320, until: 480 }
    await showChannels({ quiet }, look)
    await noViolations()
    await showChannels({ quiet, mailRefused: true }, { ...look, screen: 'phone' })
    expect(sticksOut()).toEqual([])
    await showChannels({ quiet }, { ...look, screen: 'narrow' })
    doubleText()
    expect(sticksOut()).toEqual([])
  })

test('a notification setting takes effect immediately, for one type or for all', async () => {
  const sent = answerChoices()
  await showChannels()
  await mail('Price at or above').selectOptions('now')
  await expect.element(mail('All kinds')).toHaveValue('')
  await push('Price at or above').click()
  await mail('All kinds').selectOptions('daily')
  await expect.element(mail('New list of a market')).toHaveValue('daily')
  await expect.element(push('Price at or above')).toBeChecked()
  await expect.poll(() => sent.length).toBe(3)
  expect(sent.map(({ body }) => body)).toEqual([
    { choices: [{ kind: 'price-above', mail: 'now', push: false }] },
    { choices: [{ kind: 'price-above', mail: 'now', push: true }] },
    { choices: choices.map(it => ({ ...it, mail: 'daily', push: it.kind === 'price-above' })) },
  ])
})

test('if the server refuses a notification setting, it is switched back and the refusal is shown', async () => {
  const sent = answerCalls({
    'POST /alerts/channels': () => ({ status: 400, errors: [{ message: 'Turn on Product updates first.' }] }),
  })
  await showChannels()
  const weekly = page.getByRole('switch', { name: 'Send me a weekly e-mail' })
  await page.getByText('Send me a weekly e-mail').click()
  await expect.poll(() => sent.length).toBe(1)
  await expect.element(weekly).not.toBeChecked()
})

test('quiet hours are in the browser’s time zone, and their end must differ from their start', async () => {
  const sent = answerChoices()
  await showChannels()
  await page.getByText('Send nothing during certain hours').click()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  await expect.poll(() => sent.at(-1)?.body).toEqual({ quiet: { zone, from: 1320, until: 480 } })
  const until = page.getByLabelText('Until')
  await until.fill('22:00')
  leave(until)
  await expect.element(page.getByText('Must differ from the start time')).toBeVisible()
  expect(sent).toHaveLength(1)
  await until.fill('06:30')
  leave(until)
  await expect.poll(() => sent.at(-1)?.body).toEqual({ quiet: { zone, from: 1320, until: 390 } })
  await page.getByRole('combobox', { name: 'Time zone' }).selectOptions('America/New_York')
  await expect.poll(() => sent.at(-1)?.body).toEqual({ quiet: { zone: 'America/New_York', from: 1320, until: 390 } })
})

test('if the operator offers neither e-mail nor push, the page says so and neither can be chosen', async () => {
  await showChannels({ mailOffered: false, pushKey: null })
  await expect.element(page.getByText('Push isn’t available here. Everything goes to your inbox.')).toBeVisible()
  await expect.element(page.getByText('E-mail isn’t available here.')).toBeVisible()
  expect(page.getByRole('combobox').elements()).toEqual([])
  expect(page.getByRole('checkbox').elements()).toEqual([])
  expect(page.getByText('Weekly e-mail').elements()).toEqual([])
})

test('push is turned on only after a press, and is then reported to the server; it is turned off in the browser and on the server', async () => {
  const sent = answerCalls({ 'POST /alerts/push': () => ({}), 'POST /alerts/push/delete': () => ({}) })
  const { asked, ended } = givePush('granted')
  await showChannels()
  await expect.element(page.getByText(/^Off\. Your browser will ask/)).toBeVisible()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Turn on push here' }).click()
  await expect.element(page.getByText(/^On\. You’ll get notifications/)).toBeVisible()
  expect(asked).toEqual(['permission', { userVisibleOnly: true, key: [4, 16, 65] }])
  await page.getByRole('button', { name: 'Turn off push here' }).click()
  await expect.element(page.getByText(/^Off\. Your browser will ask/)).toBeVisible()
  expect(ended()).toBe(1)
  expect(sent).toEqual([
    { call: 'POST /alerts/push', body: { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } } },
    { call: 'POST /alerts/push/delete', body: { endpoint: 'https://push.example/1' } },
  ])
})

test('if the server refuses push, it is turned off in the browser too', async () => {
  answerCalls({ 'POST /alerts/push': () => ({ status: 400, errors: [{ message: 'No push service known here.' }] }) })
  const { ended } = givePush('granted')
  await showChannels()
  await page.getByRole('button', { name: 'Turn on push here' }).click()
  await expect.poll(ended).toBe(1)
  await expect.element(page.getByText(/^Off\. Your browser will ask/)).toBeVisible()
})

test('if the browser blocks notifications, the page says so and push cannot be turned on', async () => {
  givePush('denied')
  await showChannels()
  await expect.element(page.getByText(/^This browser blocks notifications/)).toBeVisible()
  expect(page.getByRole('button', { name: /Turn on push/ }).elements()).toEqual([])
})

/** A mock of the parts of the push API that the product uses. */
function givePush(permission: NotificationPermission) {
  const asked: unknown[] = []
  let ended = 0
  let made: object | null = null
  const pushManager = {
    getSubscription: () => Promise.resolve(made),
    subscribe: ({
      userVisibleOnly,
      applicationServerKey,
    }: {
      userVisibleOnly: boolean
      applicationServerKey: Uint8Array
    }) => {
      asked.push({ userVisibleOnly, key: [...applicationServerKey] })
      made = {
        endpoint: 'https://push.example/1',
        toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: () => {
          made = null
          ended++
          return Promise.resolve(true)
        },
      }
      return Promise.resolve(made)
    },
  }
  const registration = { pushManager }
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration as never)
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve(registration as never))
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue(permission === 'granted' ? 'default' : permission)
  vi.spyOn(Notification, 'requestPermission').mockImplementation(() => {
    asked.push('permission')
    return Promise.resolve(permission)
  })
  return { asked, ended: () => ended }
}
