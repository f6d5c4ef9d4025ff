import { user } from '@finlist/contract/account/account'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { callQuery, queryClient } from '../src/api/query-client.ts'
import ScreenerScreen from '../src/features/screener/screen/ScreenerScreen.tsx'
import { answerCalls } from './network-edge.ts'
import { screenerAnswers } from './screener.ts'
import { show } from './show.tsx'

type Shown = { query?: string; path?: string; answers?: ReturnType<typeof screenerAnswers> } & Parameters<
  typeof show
>[1]

const rights = ['signed-in', 'finder', 'finlist:HKEX', 'finlist:US', 'rsline', 'watchlist']

export const codes = () => [...document.querySelectorAll<HTMLElement>('[data-code]')].map(row => row.dataset['code']!)
export const field = () => page.getByRole('combobox', { name: /^(Query|查詢)$/ })
export const dialog = () => page.getByRole('dialog')

/** Shows the screener to a user with the lists of Hong Kong and the US. Returns the requests that it sends. */
export async function showScreener({ query = '', path = `/screener?markets=hk`, answers, ...look }: Shown = {}) {
  const sent = answerCalls(answers ?? screenerAnswers())
  queryClient.setQueryData(callQuery(user).queryKey, known => known ?? ({ rights } as never))
  const q = query && `${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(query)}`
  await show(<ScreenerScreen />, { path: path + q, texts: ['screener', 'screen-figures'], ...look })
  await expect.poll(() => document.querySelector('#content input')).not.toBeNull()
  await expect.poll(() => document.querySelector('#content [aria-busy=true], #content [data-waiting]')).toBeNull()
  return sent
}
