import { type Study, usualStudies } from '@finlist/domain/chart/studies'
import { useEffect, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { noViolations, show, sticksOut } from '../../../../test/show.tsx'
import { queryClient } from '../../../api/query-client.ts'
import { templateList } from '../saved/queries.ts'
import StudyDialog from './StudyDialog.tsx'

const kinds = ['KC', 'DC', 'BB', 'MACD', 'ADX', 'STOCH', 'HIGH', 'EMA', 'EMA']
const most: Study[] = [
  ...usualStudies,
  ...[...kinds, ...kinds, ...kinds].map((type, at) => ({ id: `${type} ${at}`, type, params: {} })),
]

let now: readonly Study[] = []
let heights: Record<string, number> = {}

function Shown({ studies, at = true }: { studies: readonly Study[]; at?: string | true }) {
  const [them, setThem] = useState(studies)
  useEffect(() => {
    now = them
  }, [them])
  return (
    <StudyDialog
      studies={them}
      resolution="1D"
      mayHaveStrength
      act={{
        setStudies: change => setThem(before => change(before)),
        setStudy: study => setThem(before => before.map(it => (it.id === study.id ? study : it))),
        removeStudy: id => setThem(before => before.filter(it => it.id !== id)),
        set: part => {
          heights = part.heights ?? heights
        },
      }}
      heights={() => heights}
      at={at}
      onClose={() => undefined}
    />
  )
}

beforeEach(() => {
  heights = { price: 3, volume: 1 }
  queryClient.setQueryData(templateList().queryKey, { status: 'ok', data: [] } as never)
})

test('in Chinese, dark and 320 px wide, thirty studies do not overflow and have no accessibility violations, and no more can be added', async () => {
  await show(<Shown studies={most} />, {
    texts: ['chart', 'studies'],
    language: 'zh',
    theme: 'dark',
    screen: 'narrow',
  })
  await expect.element(page.getByText('每張圖表最多 30 個指標。')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'RSI 相對強弱指數', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: '成交量的樣式' }).click()
  await expect.element(page.getByRole('slider')).toBeVisible()
  expect(sticksOut()).toEqual([])
  const inside = page.getByRole('document').element()
  expect(inside.scrollWidth).toBeLessThanOrEqual(inside.clientWidth)
  await noViolations()
})

test('typing narrows the list of studies, and a search without matches says that there are none', async () => {
  await show(<Shown studies={usualStudies} />, { texts: ['chart', 'studies'] })
  await userEvent.fill(page.getByRole('searchbox'), 'keltn')
  await expect.element(page.getByRole('button', { name: 'Keltner channels' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'MACD', exact: true })).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => now.at(-1)?.type).toBe('KC')
  expect(now.at(-1)?.params).toEqual({ length: 20, atr: 10, multiple: 2 })
  await userEvent.fill(page.getByRole('searchbox'), 'xyz')
  await expect.element(page.getByText('No matching study.')).toBeVisible()
})

test('arrow keys move a study down and up again, and its handle keeps the focus', async () => {
  await show(<Shown studies={usualStudies} />, { texts: ['chart', 'studies'] })
  const handle = page.getByRole('button', { name: 'Move Moving average', exact: true })
  await expect.element(handle).toBeVisible()
  ;(handle.element() as HTMLElement).focus()
  const order = () => now.map(({ type }) => type).join()
  for (const [key, expected] of [
    ['{ArrowDown}', 'VOL,SMA,RS'],
    ['{ArrowDown}', 'VOL,RS,SMA'],
    ['{ArrowDown}', 'VOL,RS,SMA'],
    ['{ArrowUp}', 'VOL,SMA,RS'],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.poll(order).toBe(expected)
    await expect.element(handle).toHaveFocus()
  }
  await expect.element(page.getByRole('status')).toHaveTextContent('Moving average: 2 of 3')
})

test('settings opened for one study show its style and pane height, and no settings of other studies', async () => {
  await show(<Shown studies={usualStudies} at="volume" />, { texts: ['chart', 'studies'] })
  await expect.element(page.getByRole('dialog', { name: 'Settings of Volume' })).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Moving average' })).not.toBeInTheDocument()
  page.getByRole('radio', { name: 'Teal' }).element().closest('label')!.click()
  await expect.poll(() => now[1]?.style).toEqual({ colour: 'teal' })
  ;(page.getByRole('slider').element() as HTMLElement).focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => heights).toEqual({ price: 3, volume: 4 })
  await noViolations()
})
