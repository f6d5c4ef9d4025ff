import { expect, test } from 'vitest'
import { emulateMedia } from '../../test/media.ts'
import { looks, show } from '../../test/show.tsx'
import { WatchlistMark } from '../components/watchlist/watchlist-mark.tsx'
import { ToolButton } from '../features/chart/ToolButton.tsx'
import { highlightClass } from '../features/finlist/highlight.tsx'
import { Button } from './button.tsx'
import { DataTable } from './data-table.tsx'
import { SegmentedControl } from './fields/segmented-control.tsx'
import { Switch } from './fields/switch.tsx'
import { Cells, headsOf, type ListColumn } from './list-columns.tsx'
import { Tabs } from './tabs.tsx'

const none = () => undefined
const two = [
  { value: 'day', label: 'Daily' },
  { value: 'week', label: 'Weekly' },
] as const

/** Every kind of stateful control, once on and once off. */
const controls = (
  <>
    <SegmentedControl legend="Bars" options={two} value="day" onChange={none} />
    <Tabs label="Market" tabs={two} value="day" panel="panel" onChange={none} />
    <div id="tools">
      <ToolButton label="Trend line" on onClick={none}>
        Trend line
      </ToolButton>
      <ToolButton label="Ray" on={false} onClick={none}>
        Ray
      </ToolButton>
    </div>
    <div id="switches">
      <Switch label="On" checked onChange={none} />
      <Switch label="Off" checked={false} onChange={none} />
    </div>
    <nav>
      <a href="/here" aria-current="page">
        Here
      </a>
      <a href="/there">There</a>
    </nav>
  </>
)
const kinds = {
  'segmented choice': 'fieldset label',
  tab: '[role=tab]',
  tool: '#tools button',
  switch: '#switches span',
  'current page': 'nav a',
}
const ground = (element: Element) => getComputedStyle(element).backgroundColor
function systemColour(name: string) {
  const probe = document.body.appendChild(document.createElement('span'))
  probe.style.cssText = `forced-color-adjust: none; background: ${name}`
  const found = ground(probe)
  probe.remove()
  return found
}

test.each(Object.entries(kinds))('with forced colours the state of a %s is visible', async (_kind, selector) => {
  await show(controls)
  await expect.poll(() => document.querySelectorAll(selector).length).toBe(2)
  await emulateMedia({ 'forced-colors': 'active' })
  const [chosen, other] = [...document.querySelectorAll(selector)] as [Element, Element]
  await expect.poll(() => ground(chosen)).toBe(systemColour('Highlight'))
  expect(ground(other)).not.toBe(ground(chosen))
})

test('forced colours leave the text of a main button readable', async () => {
  await show(<Button variant="main">Apply</Button>)
  await emulateMedia({ 'forced-colors': 'active' })
  const style = () => getComputedStyle(document.querySelector('button')!)
  await expect.poll(() => style().forcedColorAdjust).toBe('none')
  expect(contrast(style().color, style().backgroundColor)).toBeGreaterThan(4.5)
})

test('borders have a contrast of 4.5:1 if the user requests more contrast', async () => {
  await show(controls)
  const edge = () => getComputedStyle(document.querySelector('fieldset > div')!).borderTopColor
  await expect.poll(() => document.querySelector('fieldset > div')).not.toBeNull()
  expect(contrast(edge(), '#fff')).toBeLessThan(4.5)
  await emulateMedia({ 'prefers-contrast': 'more' })
  expect(contrast(edge(), '#fff')).toBeGreaterThan(4.5)
})

test('a printed list has all its columns, headers on every page, and no buttons', async () => {
  const columns = Array.from({ length: 14 }, (_, at) => ({ key: `c${at}`, label: `Column ${at}`, width: 8 }))
  await show(
    <>
      <button type="button">Columns</button>
      <DataTable caption="List" columns={columns} onSort={none}>
        <tbody>
          {Array.from({ length: 200 }, (_, row) => (
            <tr key={row}>
              {columns.map(({ key }) => (
                <td key={key}>{row}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </>,
    { theme: 'dark', screen: 'phone' },
  )
  await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(200)
  await emulateMedia({ media: 'print' })
  const table = document.querySelector('table')!
  const scroller = table.parentElement!
  await expect.poll(() => getComputedStyle(scroller).overflow).toBe('visible')
  expect(scroller.getBoundingClientRect().height).toBeGreaterThanOrEqual(table.getBoundingClientRect().height)
  expect(getComputedStyle(document.documentElement).backgroundColor).toBe('rgb(255, 255, 255)')
  expect(getComputedStyle(table.tHead!).display).toBe('table-header-group')
  const visible = [...document.querySelectorAll<HTMLElement>('button')].filter(button => button.checkVisibility())
  expect(visible.map(button => button.innerText.trim())).toEqual(columns.map(({ label }) => label))
})

test('a printed list has no column of controls', async () => {
  const columns = {
    close: { width: 8, cell: (row: number) => row },
    add: { width: 8, isControl: true, cell: () => <button type="button">Add</button> },
  } satisfies Record<string, ListColumn<number>>
  await show(
    <DataTable caption="List" columns={headsOf<string>(columns, key => key)}>
      <tbody>
        <tr>
          <Cells columns={columns} row={5} seen={{}} />
        </tr>
      </tbody>
    </DataTable>,
  )
  const cells = () => [...document.querySelectorAll('th, td')].filter(cell => cell.checkVisibility())
  await expect.poll(() => cells().length).toBe(4)
  await emulateMedia({ media: 'print' })
  expect(cells().map(cell => cell.textContent.trim())).toEqual(['close', '5'])
})

function contrast(a: string, b: string) {
  const pen = document.createElement('canvas').getContext('2d')!
  const light = [a, b].map(css => {
    pen.fillStyle = css
    pen.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map(byte => {
      const part = byte / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  })
  return Math.max(...light) / Math.min(...light)
}

test.each(looks)('the bookmark on a highlighted row has a contrast of 3:1 in the $theme theme', async look => {
  await show(
    <div id="row" className={highlightClass.strong}>
      <WatchlistMark code="0005" own={[]} label="Add" />
    </div>,
    look,
  )
  await expect.poll(() => document.querySelector('#row button')).not.toBeNull()
  const sign = getComputedStyle(document.querySelector('#row button')!).color
  expect(contrast(sign, ground(document.querySelector('#row')!))).toBeGreaterThanOrEqual(3)
})
