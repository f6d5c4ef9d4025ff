import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../test/show.tsx'
import { DataTable } from './data-table.tsx'

const columns = Array.from({ length: 12 }, (_, at) => ({ key: `c${at}`, label: `Column ${at}`, width: 6 }))

async function showTable(width: number) {
  await show(
    <DataTable caption="Wide" columns={columns}>
      <tbody>
        <tr>
          {columns.map(({ key }) => (
            <td key={key}>{key}</td>
          ))}
        </tr>
      </tbody>
    </DataTable>,
  )
  await page.viewport(width, 800)
  await expect.element(page.getByRole('table', { name: 'Wide' })).toBeVisible()
  return page.getByRole('table', { name: 'Wide' }).element().parentElement!
}

test('a table that is too wide is shaded at the edge that hides columns; a table that fits has no shade', async () => {
  const narrow = await showTable(1_000)
  expect(narrow.scrollWidth).toBeGreaterThan(narrow.clientWidth)
  const look = getComputedStyle(narrow)
  expect(look.backgroundAttachment).toBe('local, local, scroll, scroll')
  // Rows with a background of their own would cover the shades at the table's edges.
  for (const part of narrow.querySelectorAll('table, tbody, tbody tr, tbody td'))
    expect(getComputedStyle(part).backgroundColor).toBe('rgba(0, 0, 0, 0)')
  await page.viewport(1_440, 800)
  await expect.poll(() => getComputedStyle(narrow).backgroundImage).toBe('none')
  expect(narrow.scrollWidth).toBe(narrow.clientWidth)
})

test('many columns move closer together; if the table still scrolls, the first columns stay in view, with their row’s background', async () => {
  const many = columns.map((column, at) => ({ ...column, width: at === 1 ? 14 : 7 }))
  await show(
    <DataTable caption="Wide" columns={many} stays={2}>
      <tbody>
        {['', '[--row:rgb(1,2,3)] bg-(--row)'].map((className, at) => (
          <tr key={className} className={className}>
            {many.map(({ key }) => (
              <td key={key}>
                {key} {at}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>,
  )
  await page.viewport(1_000, 800)
  const table = page.getByRole('table', { name: 'Wide' })
  await expect.element(table).toBeVisible()
  const frame = table.element().parentElement!
  const cells = [...frame.querySelectorAll('td')]
  await expect.poll(() => frame.scrollWidth).toBe((11 * 6.5 + 13.5) * 16)
  frame.scrollLeft = 300
  const left = frame.getBoundingClientRect().left
  await expect.poll(() => cells.slice(0, 3).map(cell => cell.getBoundingClientRect().left - left)).toEqual([0, 104, 20])
  expect([cells[0], cells[12]].map(cell => getComputedStyle(cell!).backgroundColor)).toEqual([
    'rgb(255, 255, 255)',
    'rgb(1, 2, 3)',
  ])
  // On a narrow screen the second column scrolls with the others, beneath the first.
  await page.viewport(600, 800)
  await expect.poll(() => getComputedStyle(cells[1]!).left).toBe('auto')
  expect(Number(getComputedStyle(cells[0]!).zIndex)).toBeGreaterThan(Number(getComputedStyle(cells[1]!).zIndex))
})
