import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addressNow, doubleText, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { write } from '../../api/storage.ts'
import Dialog from '../../ui/dialogs/dialog.tsx'
import Keys from './Keys.tsx'

const help = (name = 'Keyboard shortcuts') => page.getByRole('dialog', { name })

async function showKeys(look: Parameters<typeof show>[1] = {}, more: React.ReactNode = null) {
  await show(
    <>
      <Keys />
      <input aria-label="A field" className="w-full" />
      <button type="button">A button</button>
      {more}
    </>,
    { texts: ['keys'], ...look },
  )
  await page.getByRole('button', { name: 'A button' }).click()
}

for (const look of looks)
  test(`the question mark shows the keys of the screen, of every page and of each place, in ${look.language}`, async () => {
    const zh = look.language === 'zh'
    await showKeys({ ...look, path: '/finlist-us' })
    await userEvent.keyboard('?')
    const dialog = help(zh ? '鍵盤快捷鍵' : 'Keyboard shortcuts')
    await expect.element(dialog).toBeVisible()
    const heads = page.getByRole('heading', { level: 3 })
    expect(heads.elements().map(head => head.textContent)).toEqual(
      zh ? ['FinList 美國', '所有頁面', '前往頁面'] : ['FinList US', 'On every page', 'Go to a page'],
    )
    await expect.element(dialog).toMatchTextContent(zh ? 'G，然後 T今日' : 'G, then TToday')
    await noViolations()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => dialog.elements()).toEqual([])
    await showKeys({ ...look, path: '/finlist-us', screen: 'narrow' })
    await userEvent.keyboard('?')
    await expect.element(dialog).toBeVisible()
    doubleText()
    expect(sticksOut()).toEqual([])
  })

test('the chart page and FinTrainer show their own keys', async () => {
  await showKeys({ path: '/interactive-chart', texts: ['around'] })
  await userEvent.keyboard('?')
  await expect.element(help()).toMatchTextContent('Logarithmic price scale')
  await userEvent.keyboard('{Escape}')
  await showKeys({ path: '/fintrainer' })
  await userEvent.keyboard('?')
  await expect.element(help()).toMatchTextContent('Next level')
})

test('G and a letter open a place, lists in the market seen last', async () => {
  write('currentMarket', { id: 'JP', name: 'Japan', icon: 'JP', linkSuffix: 'jp' })
  await showKeys({ path: '/faq' })
  for (const [keys, address] of [
    ['gt', '/today'],
    ['gf', '/finlist-jp'],
    ['gm', '/markettrend-jp'],
    ['gg', '/fintrainer'],
    ['gw', '/watchlist'],
  ] as const) {
    await userEvent.keyboard(keys)
    await expect.poll(addressNow).toBe(address)
  }
  await userEvent.keyboard('gz')
  await userEvent.keyboard('t')
  expect(addressNow()).toBe('/watchlist')
  write('currentMarket', { id: 'HKEX', name: 'Hong Kong', icon: 'HK', linkSuffix: 'hk' })
})

test('after G, a letter opens its place and does not reach the screen’s own key', async () => {
  const pressed: string[] = []
  const hear = ({ key }: KeyboardEvent) => pressed.push(key)
  addEventListener('keydown', hear)
  await showKeys({ path: '/practice/simulator' })
  await userEvent.keyboard('dgd')
  removeEventListener('keydown', hear)
  await expect.poll(addressNow).toBe('/dashboard')
  expect(pressed).toEqual(['d'])
})

test('nothing happens while text is typed, in a focused chart, in a dialog, with Alt, or with single keys off', async () => {
  await showKeys(
    { path: '/faq' },
    <>
      <div role="application">
        <button type="button">A chart</button>
      </div>
      <select aria-label="A choice" />
    </>,
  )
  const nothing = async () => {
    await userEvent.keyboard('?gt')
    expect(help().elements()).toEqual([])
    expect(addressNow()).toBe('/faq')
  }
  await page.getByLabelText('A field').click()
  await nothing()
  ;(page.getByRole('button', { name: 'A chart' }).element() as HTMLElement).focus()
  await nothing()
  await page.getByRole('button', { name: 'A button' }).click()
  await userEvent.keyboard('{Alt>}gt{/Alt}')
  expect(addressNow()).toBe('/faq')
  write('singleKeys', false)
  await nothing()
  write('singleKeys', true)
  await show(
    <>
      <Keys />
      <Dialog open onClose={() => undefined} title="Another" closeLabel="Close">
        Text
      </Dialog>
    </>,
    { path: '/faq', texts: ['keys'] },
  )
  await expect.element(page.getByRole('dialog', { name: 'Another' })).toBeVisible()
  await nothing()
})
