import { type ProposalAnswer, type ReconstructionState, reasonLength } from '@finlist/contract/picking'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../../test/network-edge.ts'
import { answer, fresh, proposal } from '../../../test/proposal.ts'
import { doubleText, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { queryClient } from '../../api/query-client.ts'
import { useAlert } from '../../components/notices/show-alert.ts'
import { stocksToChoose } from '../../components/stock/stock-picker.tsx'
import ProposalScreen from './ProposalScreen.tsx'
import { proposalOf, reconstructionOf } from './queries.ts'

type Look = Parameters<typeof show>[1]

const Said = () => <p role="alert">{useAlert()?.message}</p>

const past: ReconstructionState = {
  firstIssue: '2026-01-09',
  oldest: '2016-01-10',
  newest: '2026-01-02',
  reconstruction: { from: '2023-01-09', weeks: 156, made: 156, madeOn: '2026-07-18', times: 2 },
}

/** Sets the query's data before each test, when the test's clock is already set, so that the query makes no call. */
beforeEach(() => void queryClient.setQueryData(reconstructionOf('HKEX').queryKey, past))

async function shown(given: ProposalAnswer = answer, look: Look = {}) {
  queryClient.setQueryData(proposalOf('HKEX').queryKey, given)
  await show(
    <>
      <ProposalScreen />
      <Said />
    </>,
    { texts: ['picking', 'why', 'finlist', 'watchlist'], ...look },
  )
}
const of = (change: Partial<NonNullable<ProposalAnswer['proposal']>>): ProposalAnswer => ({
  ...answer,
  proposal: { ...proposal, ...change },
})
const proposalCall = 'GET /admin/picking/proposal'
const again = { [proposalCall]: () => ({ data: answer }) }
const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const row = (code: string) => document.querySelector(`[data-code="${code}"]`)!
const good = 'x'.repeat(reasonLength.least)

async function edit(stock: RegExp, kind: string) {
  await button(stock).click()
  await page.getByRole('menuitem', { name: kind }).click()
}

for (const look of looks)
  for (const screen of ['desktop', 'phone'] as const)
    test(`the list proposal in ${look.language}, ${look.theme}, ${screen}: nothing overflows; no accessibility violations`, async () => {
      await shown(answer, { ...look, screen })
      await expect.element(page.getByText(/Ada Longname/).first()).toBeVisible()
      expect(sticksOut()).toEqual([])
      await noViolations()
    })

test('the list proposal at 320 px with twice the text size is not cut off', async () => {
  await shown(answer, { screen: 'narrow' })
  doubleText()
  expect(sticksOut()).toEqual([])
})

test('the proposal shows which stocks are new, stay or leave compared with the previous list, why, and what staff changed', async () => {
  await shown()
  await expect.element(page.getByRole('table')).toBeVisible()
  const told = [...document.querySelectorAll('dl[aria-label] > div')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent),
  )
  expect(told).toEqual([
    ['New', '2', 'Heron, Rook'],
    ['Stayed', '3', 'Kestrel International Holdings Limited, Plover Foods, Osprey'],
    ['Leaving', '2', 'Curlew, Wren Bank'],
    ['Taken out', '1', 'Wren Bank'],
    ['Added by staff', '1', 'Rook'],
    ['Buy point changed', '1', 'Plover Foods'],
  ])
  const cells = (code: string) => [...row(code).querySelectorAll('th, td')].map(({ textContent }) => textContent)
  expect(cells('0700').slice(0, -1)).toEqual([
    '1', '0700 Kestrel International Holdings Limited', 'Stayed', 'Cup with handle · Saucer', '94', '+3', '98', '8/8',
    '645.57', '651.50', '+0.92', '599.00',
  ]) // biome-ignore format: a row
  expect(cells('0005').slice(0, 4)).toEqual(['–', '0005 Wren Bank', 'Taken out', 'High tight flag'])
  expect(cells('9001').slice(2)).toEqual(['Added by staff', '–', '61', '–', '–', '–', '645.57', '–', '–', '–', ''])
  const leaving = page.getByRole('list', { name: 'Leaving' })
  await expect.element(leaving).toMatchTextContent('0388 Curlew' + 'Closed at or above its buy point')
  await expect.element(page.getByText('4f1c9a0be27d', { exact: true })).toBeVisible()
  await expect.element(page.getByText('1,284')).toBeVisible()
  await expect.element(page.getByText(/^Will be published automatically on 18 Jul 2026, 12:00/)).toBeVisible()
})

test('the picks of a proposal are at first in the order in which they will be published, and can be sorted by a column', async () => {
  await shown()
  const codes = () => [...document.querySelectorAll<HTMLElement>('tr[data-code]')].map(({ dataset }) => dataset['code'])
  await expect.poll(codes).toEqual(proposal.picks.map(({ stockCode }) => stockCode))
  await page.getByRole('columnheader', { name: 'Close' }).getByRole('button').click()
  expect(codes()[0]).toBe('3690')
})

test('an edit is shown with its reason, author and time; a removed pick cannot be edited further, and an added pick cannot be removed', async () => {
  await shown()
  const edits = page.getByRole('list', { name: 'Edits of 3690 Plover Foods' })
  await expect.element(edits).toMatchTextContent('Buy point 12.50 → 12.80: The high of the second handle counts.')
  await expect.element(edits).toMatchTextContent('Ada Longname, 17 Jul 2026, 19:05 (Hong Kong time)')
  await expect.element(edits).toMatchTextContent('Note “The pivot is that of the second handle.”:')
  expect(button(/^Edit 0005/).elements()).toEqual([])
  await button(/^Edit 9001/).click()
  await expect.element(page.getByRole('menuitem').first()).toBeVisible()
  const offered = page.getByRole('menuitem').elements()
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Change the buy point', 'Add a note'])
})

test('removing a pick needs a reason of at least twenty characters, which the form counts', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({ ...again, 'POST /admin/picking/edits': () => ({}) })
  await shown()
  await edit(/^Edit 1299/, 'Take out')
  await expect.element(dialog()).toMatchTextContent('1299 Heron')
  const reason = page.getByLabelText('Reason')
  await reason.fill('Too little')
  await expect.element(dialog()).toMatchTextContent('10 of at least 20 characters')
  await noViolations()
  await dialog().getByRole('button', { name: 'Take out' }).click()
  await expect.element(dialog()).toMatchTextContent('Please give a reason of 20 to 500 characters.')
  expect(sent).toEqual([])
  await reason.fill(good)
  await dialog().getByRole('button', { name: 'Take out' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(sent).toEqual([
    {
      call: 'POST /admin/picking/edits',
      body: { exchange: 'HKEX', issueDate: '2026-07-17', stockCode: '1299', what: 'veto', reason: good },
    },
    { call: proposalCall, body: undefined },
  ])
})

test('a conflict with an edit that another user made meanwhile is reported in the form', async () => {
  const errors = [{ message: '1299 has already been taken out.', field: 'stockCode' }]
  const sent = answerCalls({ ...again, 'POST /admin/picking/edits': () => ({ status: 409, errors }) })
  await shown()
  await edit(/^Edit 1299/, 'Take out')
  await page.getByLabelText('Reason').fill(good)
  await dialog().getByRole('button', { name: 'Take out' }).click()
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('1299 has already been taken out.')
  await expect.poll(() => sent).toHaveLength(2)
})

test('staff change a buy point, and see its distance from the close', { tags: ['slow'] }, async () => {
  const sent = answerCalls({ ...again, 'POST /admin/picking/edits': () => ({}) })
  await shown()
  await edit(/^Edit 3690/, 'Change the buy point')
  await page.getByLabelText('Reason').fill(good)
  const press = () => dialog().getByRole('button', { name: 'Change', exact: true }).click()
  await press()
  await expect.element(dialog()).toMatchTextContent('This is already its buy point')
  await page.getByLabelText(/^Buy point/).fill('none')
  await expect.element(dialog()).toMatchTextContent('Please enter a price above zero')
  await page.getByLabelText(/^Buy point/).fill('13.53')
  await expect.element(dialog()).toMatchTextContent('Close 12.30; the buy point is +10.00% from it')
  await press()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(sent[0]?.body).toMatchObject({ stockCode: '3690', what: 'change', buyPoint: 13.53 })
})

test('staff add a stock of the market that is not on the list yet; a refusal is shown in the form', {
  tags: ['slow'],
}, async () => {
  const refusal = 'It is an index.'
  const sent = answerCalls({
    ...again,
    'POST /admin/picking/edits': () => ({ status: 400, errors: [{ message: refusal }] }),
  })
  const { stockName, stockNameZh } = fresh
  queryClient.setQueryData(stocksToChoose().queryKey, [
    { exchange: 'HKEX', stockCode: '0700', stockName, stockNameZh },
    { exchange: 'HKEX', stockCode: '0066', stockName, stockNameZh },
    { exchange: 'US', stockCode: 'HERN', stockName, stockNameZh },
  ])
  await shown()
  await button('Add a stock').click()
  const found = dialog().getByRole('listitem')
  await dialog().getByRole('searchbox').fill('heron')
  await expect.poll(() => found.elements().length).toBe(2)
  await dialog().getByRole('button', { name: /^0700/ }).click()
  await page.getByLabelText('Reason').fill(good)
  const press = () => dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await press()
  await expect.element(dialog()).toMatchTextContent('This stock is already on the list')
  await noViolations()
  await dialog().getByRole('button', { name: 'Pick another stock' }).click()
  await dialog().getByRole('searchbox').fill('66')
  await dialog().getByRole('button', { name: /^0066/ }).click()
  await press()
  await expect.element(dialog()).toMatchTextContent(refusal)
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[0]?.body).toEqual({
    exchange: 'HKEX',
    issueDate: '2026-07-17',
    stockCode: '0066',
    what: 'add',
    reason: good,
  })
})

test('an edit is reverted, and the focus stays in the list', async () => {
  const sent = answerCalls({ ...again, 'POST /admin/picking/edits/8/take-back': () => ({}) })
  await shown()
  await button(/^Undo: Buy point 12.50/).click()
  await expect.poll(() => sent.map(({ call }) => call)).toEqual(['POST /admin/picking/edits/8/take-back', proposalCall])
  await expect.poll(() => document.activeElement?.querySelector('table')).toBeTruthy()
})

test('the proposal is published as it was reviewed, after a confirmation', async () => {
  const sent = answerCalls({ ...again, 'POST /admin/picking/publish': () => ({}) })
  await shown()
  await button('Publish').click()
  const question = page.getByRole('alertdialog', { name: 'Publish the list of 17 July 2026, Hong Kong?' })
  await expect.element(question).toMatchTextContent('5 picks go out to subscribers immediately.')
  await expect.element(question).toMatchTextContent('New 2 · Stayed 3 · Leaving 2 · Taken out 1')
  await noViolations()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toEqual([])
  await button('Publish').click()
  await question.getByRole('button', { name: 'Publish' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The list is published.')
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[0]?.body).toEqual({ exchange: 'HKEX', issueDate: '2026-07-17', version: 'v1' })
})

test('if the proposal was edited meanwhile it is loaded again instead of published, and the page says so', async () => {
  const message = 'Somebody has changed the list.'
  const now = of({ version: 'v2', picks: [fresh] })
  answerCalls({
    [proposalCall]: () => ({ data: now }),
    'POST /admin/picking/publish': () => ({ status: 409, errors: [{ message }] }),
  })
  await shown()
  await button('Publish').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(`${message} This page shows the current state.`)
  await expect.element(page.getByRole('heading', { name: '1 pick', exact: true })).toBeVisible()
})

test('if two people are required, one submits the list and another publishes it', async () => {
  const sent = answerCalls({ ...again, 'POST /admin/picking/hand-in': () => ({}) })
  await shown({ ...answer, needsTwo: true })
  expect(button('Publish').elements()).toEqual([])
  await button('Submit').click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Submitted for review.')
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[0]).toEqual({
    call: 'POST /admin/picking/hand-in',
    body: { exchange: 'HKEX', issueDate: '2026-07-17', version: 'v1' },
  })
})

test('a submitted list names who submitted it, and can be published', async () => {
  await shown({ ...of({ state: 'handed-in', handedInBy: 'Ada Longname' }), needsTwo: true })
  await expect.element(page.getByText('Submitted by Ada Longname.')).toBeVisible()
  await expect.element(button('Publish')).toBeEnabled()
  expect(button('Submit').elements()).toEqual([])
})

for (const [by, said] of [
  ['Ben', 'Published by Ben on 17 Jul 2026, 20:00 (Hong Kong time).'],
  [null, 'Published automatically on 17 Jul 2026, 20:00 (Hong Kong time).'],
] as const)
  test(`a published list is read only: ${said}`, async () => {
    await shown(of({ state: 'published', publishedBy: by, publishedAt: '2026-07-17T12:00:00Z' }))
    await expect.element(page.getByText(said)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'See it as subscribers do' }))
      .toHaveAttribute('href', '/finlist-hk?issueDate=2026-07-17')
    expect(page.getByRole('table').elements()).toHaveLength(1)
    expect(button(/^(Edit|Undo|Add|Publish|Make)/).elements()).toEqual([])
  })

const none = { ...answer, proposal: null, publishesAt: null }
const missing = { issueDate: '2026-07-17', eligible: 12, eligibleBefore: 1_284, message: '' }
for (const [why, said, link, to] of [
  ['no-prices', 'No prices of that day are loaded yet.', 'Load prices', '/admin/upload?form=prices'],
  [
    'too-few-stocks',
    'Only 12 stocks are eligible; the week before there were 1284.',
    'Load prices',
    '/admin/upload?form=prices',
  ],
  ['day-held', 'The day is held back', 'Release it on the Data page', '/admin/data?market=HKEX'],
  ['engine-failed', 'line 3: no price', 'Upload your own list instead', '/admin/upload?form=finlist'],
] as const)
  test(`without a proposal the page says why, what to do and when the next one comes, and a button makes one: ${why}`, async () => {
    const sent = answerCalls({ ...again, 'POST /admin/picking/proposal/make': () => ({}) })
    await shown({ ...none, missing: { ...missing, why, message: why === 'engine-failed' ? 'line 3: no price' : '' } })
    const region = page.getByRole('region', { name: 'No proposal' })
    await expect.element(region).toMatchTextContent('No proposal for the week to 17 July 2026')
    await expect.element(region).toMatchTextContent(said)
    await expect
      .element(region)
      .toMatchTextContent('The next proposal comes on 24 July 2026 at 18:00 (Hong Kong time).')
    await expect.element(page.getByRole('link', { name: link })).toHaveAttribute('href', to)
    await noViolations()
    await button('Make it now').click()
    await expect.element(page.getByRole('heading', { name: '5 picks' })).toBeVisible()
    expect(sent[0]).toEqual({ call: 'POST /admin/picking/proposal/make', body: { exchange: 'HKEX' } })
    expect(region.elements()).toEqual([])
  })

test('a week whose list is already published gets no proposal, and the previous proposal stays readable', async () => {
  await shown({ ...of({ state: 'published' }), missing: { ...missing, why: 'already-published' } })
  await expect.element(page.getByText('A list for this day is already published, so none is proposed.')).toBeVisible()
  expect(button('Make it now').elements()).toEqual([])
  await expect.element(page.getByRole('heading', { name: '5 picks' })).toBeVisible()
})

test('space is reserved while the proposal loads, and a failure offers a retry', async () => {
  let fails = true
  answerCalls({ [proposalCall]: () => (fails ? { status: 400, errors: [{ message: 'no' }] } : { data: answer }) })
  await show(<ProposalScreen />, { texts: ['picking', 'why', 'finlist'] })
  await expect.element(page.getByText('Loading…')).toBeInTheDocument()
  await expect.element(button('Try again')).toBeVisible()
  fails = false
  await button('Try again').click()
  await expect.element(page.getByRole('heading', { name: '5 picks' })).toBeVisible()
})

const part = () => page.getByRole('region', { name: 'Weeks before the first list' })
const pastCall = 'GET /admin/picking/reconstruction'
const askCall = 'POST /admin/picking/reconstruction'

test('the lists of the weeks before the first list are reconstructed after a confirmation', async () => {
  const sent = answerCalls({ [askCall]: () => ({}), [pastCall]: () => ({ data: past }) })
  await shown()
  await expect.element(part()).toMatchTextContent('Reconstructed on 18 July 2026: 156 weeks from 9 January 2023 on.')
  await page.getByLabelText('How far back').selectOptions('10 years')
  await button('Reconstruct again').click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent('made 3 times')
  await noViolations()
  await question.getByRole('button', { name: 'Keep it' }).click()
  expect(sent).toEqual([])
  await button('Reconstruct again').click()
  await question.getByRole('button', { name: 'Reconstruct again' }).click()
  await expect.poll(() => sent[0]).toEqual({ call: askCall, body: { exchange: 'HKEX', from: '2016-01-10' } })
})

test('the page shows the progress of a reconstruction', async () => {
  answerCalls({ [pastCall]: () => ({ data: past }) })
  queryClient.setQueryData(reconstructionOf('HKEX').queryKey, {
    ...past,
    reconstruction: { ...past.reconstruction!, made: 39, madeOn: null },
  })
  await shown(answer, { language: 'zh' })
  await expect.element(page.getByText('已製成 39 個星期，共 156 個。工作會自行繼續，你可以離開此頁。')).toBeVisible()
  expect(document.querySelector('progress')).toMatchObject({ value: 39, max: 156 })
  await noViolations()
})

test('reconstruction is not offered before the market has a first list', async () => {
  const none = { firstIssue: null, oldest: null, newest: null, reconstruction: null }
  queryClient.setQueryData(reconstructionOf('HKEX').queryKey, none)
  await shown()
  await expect.element(page.getByText(/Ada Longname/).first()).toBeVisible()
  expect(part().elements()).toEqual([])
})
