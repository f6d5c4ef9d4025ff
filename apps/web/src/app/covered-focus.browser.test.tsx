import { user } from '@finlist/contract/account/account'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { giveOperator, person } from '../../test/billing.ts'
import { show } from '../../test/show.tsx'
import { callQuery, queryClient } from '../api/query-client.ts'
import { DataTable } from '../ui/data-table.tsx'
import SidePanel from '../ui/dialogs/side-panel.tsx'
import { Header } from './navigation/Header.tsx'
import { TabBar } from './navigation/TabBar.tsx'

beforeEach(() => {
  giveOperator()
  queryClient.setQueryData(callQuery(user).queryKey, person)
})

const columns = Array.from({ length: 12 }, (_, at) => ({
  key: `c${at}`,
  label: `Column ${at}`,
  ...(at === 0 ? { width: 5 } : { least: 5 }),
}))

/** A list under the app's sticky bars: each row has a link at its start and a button at its end. */
const List = ({ isWide = false }) => (
  <>
    <Header />
    <main id="content" className="pb-(--tab-bar)">
      <DataTable
        caption="List"
        stays={1}
        columns={isWide ? columns.map(column => ({ ...column, width: 12 })) : columns}
        sort={{ by: 'c0', down: false }}
        onSort={() => undefined}
      >
        <tbody>
          {Array.from({ length: 30 }, (_, row) => (
            <tr key={row}>
              {columns.map(({ key }, at) => (
                <td key={key}>
                  {at === 0 ? (
                    <a href={`#${row}`}>{row}</a>
                  ) : at === 5 || at === 11 ? (
                    <button type="button" aria-label={`Mark ${row} ${at}`}>
                      +
                    </button>
                  ) : (
                    row
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </main>
    <TabBar />
  </>
)

/** Focuses every tab stop of the list, backwards and forwards, and returns those that something hides completely. */
async function coveredStops() {
  const covered: string[] = []
  let stops = 0
  for (const key of ['{Tab}', '{Shift>}{Tab}{/Shift}']) {
    const seen = new Set<Element>()
    for (;;) {
      await userEvent.keyboard(key)
      const stop = document.activeElement
      if (!stop || stop === document.body || seen.has(stop)) break
      seen.add(stop)
      // Skips the dialog's focus guards, which only pass the focus on.
      if (!stop.matches('[data-base-ui-focus-guard]') && isCovered(stop))
        covered.push(`${key} ${stop.outerHTML.slice(0, 60)}`)
    }
    stops += seen.size
  }
  return { covered, stops }
}

/** Whether other elements cover the element's middle and all of its corners. */
function isCovered(element: Element) {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  const spots = [
    [x, y],
    [left + 1, top + 1],
    [right - 1, top + 1],
    [left + 1, bottom - 1],
    [right - 1, bottom - 1],
  ] as const
  return spots.every(spot => {
    const over = document.elementFromPoint(...spot)
    return !over || !(element.contains(over) || over.contains(element))
  })
}

test.each([
  { name: 'the page scrolls', width: 1_280, height: 800, isWide: false },
  { name: 'the list scrolls both ways', width: 900, height: 700, isWide: true },
  { name: 'a phone', width: 390, height: 844, isWide: true },
  { name: '400% zoom', width: 320, height: 256, isWide: true },
])('no bar covers the focused element: $name', { tags: ['slow'] }, async ({ width, height, isWide }) => {
  await show(<List isWide={isWide} />, { isWhole: true })
  await page.viewport(width, height)
  await expect.element(page.getByRole('table')).toBeVisible()
  const { covered, stops } = await coveredStops()
  expect(stops).toBeGreaterThan(180)
  expect(covered.slice(0, 5), `${covered.length} of ${stops} stops`).toEqual([])
})

test('Tab skips what an open panel covers, until the panel closes', { tags: ['slow'] }, async () => {
  const panel = (
    <SidePanel title="Stock" closeLabel="Close" onClose={() => undefined} returnTo={() => null}>
      Text
    </SidePanel>
  )
  await show(
    <>
      <List />
      {panel}
    </>,
    { isWhole: true },
  )
  await page.viewport(1_280, 800)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  const { covered, stops } = await coveredStops()
  expect(stops).toBeGreaterThan(60)
  expect(covered.slice(0, 5), `${covered.length} of ${stops} stops`).toEqual([])
  await show(<List />, { isWhole: true })
  expect(document.querySelectorAll('[data-covered], [tabindex="-1"]:not(main)')).toHaveLength(0)
})

test('at 400% zoom fixed bars take at most a quarter of the height', async () => {
  await show(<List isWide />, { isWhole: true })
  await page.viewport(320, 256)
  scrollTo(0, 200)
  const fixed = [...document.querySelectorAll('header, nav, th')].filter(bar => {
    const { position } = getComputedStyle(bar)
    return position === 'fixed' || position === 'sticky'
  })
  const tall = fixed.map(bar => bar.getBoundingClientRect().height)
  expect(Math.max(0, ...tall)).toBeLessThanOrEqual(64)
})
