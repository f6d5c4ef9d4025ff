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

test('a table that is too wide shows a shade at the edge behind which columns are, and none where all are seen', async () => {
  const narrow = await showTable(1_000)
  expect(narrow.scrollWidth).toBeGreaterThan(narrow.clientWidth)
  const look = getComputedStyle(narrow)
  expect(look.backgroundAttachment).toBe('local, local, scroll, scroll')
  // No background of the rows covers the edge shades.
  for (const part of narrow.querySelectorAll('table, tbody, tbody tr, tbody td'))
    expect(getComputedStyle(part).backgroundColor).toBe('rgba(0, 0, 0, 0)')
  await page.viewport(1_440, 800)
  await expect.poll(() => getComputedStyle(narrow).backgroundImage).toBe('none')
  expect(narrow.scrollWidth).toBe(narrow.clientWidth)
})
