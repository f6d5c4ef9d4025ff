import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useUsersAddress } from './use-users-address.ts'

function Both() {
  const { wanted, change } = useUsersAddress()
  const both = () => {
    change({ search: null })
    change({ filter: 'FRIEND' })
  }
  return <button onClick={both}>{wanted.filter ?? wanted.search}</button>
}

test('if a search is cleared and a filter chosen at the same moment, the address has both changes', async () => {
  const before = location.href
  history.replaceState(null, '', '?search=somebody')
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  try {
    root.render(
      <BrowserRouter>
        <Both />
      </BrowserRouter>,
    )
    await page.getByRole('button', { name: 'somebody' }).click()
    await expect.element(page.getByRole('button')).toHaveTextContent('FRIEND')
    expect(location.search).toBe('?filter=FRIEND')
  } finally {
    root.unmount()
    history.replaceState(null, '', before)
  }
})
