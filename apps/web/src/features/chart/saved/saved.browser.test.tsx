import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  alertSaid,
  button,
  hasCount,
  openChart,
  openMore,
  openSaved,
  press,
  settled,
  studies,
} from '../../../../test/chart-page.tsx'
import { serveCharts } from '../../../../test/chart-server.ts'
import { unknownOperator } from '../../../api/operator.ts'
import { operatorFacts } from '../../../api/operator-facts.ts'
import { queryClient } from '../../../api/query-client.ts'

test('if saving a chart fails, an alert says so; a chart in an unknown format is left unchanged (CHART-33, 42)', {
  tags: ['slow'],
}, async () => {
  const foreign = { id: 7, name: 'Foreign', timestamp: 1, symbol: 'HKEX:HSI', resolution: '1D' }
  const called = serveCharts({
    'POST /tvchart/storage/charts': () => {
      throw new Error('no connection')
    },
    'GET /tvchart/storage/charts': () => ({ plain: { status: 'ok', data: [foreign] } }),
    'GET /tvchart/storage/charts/:id': () => ({
      plain: { status: 'ok', data: { ...foreign, content: '{"charts":[]}' } },
    }),
  })
  await openChart()
  await button('Save').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  expect(await alertSaid()).toBe('Saving or loading failed. Please try again.')
  await press('Escape')
  await openSaved('Foreign')
  expect(await alertSaid()).toBe('Can’t open Foreign: its file format isn’t supported.')
  await expect.element(button('Delete the chart Foreign')).toBeVisible()
  expect(called.filter(({ call }) => /^POST .*storage\/charts\/7/.test(call))).toEqual([])
})

/** Collects the files that the page saves until the test ends. */
function savedFiles() {
  const files: { name: string; content: Blob }[] = []
  const blobs = new Map<string, Blob>()
  const { createObjectURL } = URL
  const { click } = HTMLAnchorElement.prototype
  onTestFinished(() => {
    URL.createObjectURL = createObjectURL
    HTMLAnchorElement.prototype.click = click
  })
  URL.createObjectURL = blob => {
    const address = createObjectURL(blob)
    blobs.set(address, blob as Blob)
    return address
  }
  HTMLAnchorElement.prototype.click = function () {
    files.push({ name: this.download, content: blobs.get(this.href)! })
  }
  return files
}

test('the chart can be saved as a picture and as data', { tags: ['slow'] }, async () => {
  serveCharts()
  await openChart('HKEX:0135')
  await hasCount(studies(), 3)
  queryClient.setQueryData(operatorFacts.queryKey, { ...unknownOperator, demoData: true })
  const files = savedFiles()
  await openMore('Picture (PNG)')
  await expect.poll(() => files.length).toBe(1)
  const picture = files[0]!
  expect(picture.name).toMatch(/^0135 1D \d{4}-\d\d-\d\d Demo data\.png$/)
  const { width } = await createImageBitmap(picture.content)
  expect(width).toBeGreaterThan(700)
  expect(await picture.content.slice(1, 4).text()).toBe('PNG')
  await openMore('Data (CSV)')
  await expect.poll(() => files.length).toBe(2)
  const data = files[1]!
  expect(data.name).toMatch(/^0135 1D \d{4}-\d\d-\d\d Demo data\.csv$/)
  const [head, first = '', ...rest] = (await data.content.text()).replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toMatch(/^date,open,high,low,close,volume,MA 50,Average 50,"RS line, new high of 200"$/)
  expect(first).toMatch(/^\d{4}-\d\d-\d\d(,[\d.]+){5},/)
  // The file contains only the bars in view, with the values of their studies.
  const { from, to } = await settled()
  const dayOf = (line = '') => Date.parse(line.slice(0, 10))
  expect([dayOf(first), dayOf(rest.at(-1))]).toEqual([Date.parse(`${from} UTC`), Date.parse(`${to} UTC`)])
  expect(rest.at(-1)).toMatch(/^\d{4}-\d\d-\d\d(,[\d.]+){8}$/)
})
