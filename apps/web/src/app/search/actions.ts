import { type User } from '@finlist/contract/account/account'
import { userSubscriptions } from '@finlist/contract/billing'
import { languageIds } from '@finlist/i18n/languages'
import { currentLanguage } from '../../api/language.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { signOut } from '../../api/session.ts'
import { useStored, write } from '../../api/storage.ts'
import { applyTheme, themes } from '../../api/theme.ts'
import { changeLanguage } from '../../components/change-language.ts'
import { leaving } from '../../components/leaving.ts'
import { useTranslation } from '../../i18n/texts.ts'
import type { Place } from './places.ts'

/** Settings without a separate address, by the page that has them. */
const settings = {
  '/dashboard?tab=preferences': ['profile', 'start-page', 'rising-prices', 'sessions', 'your-data'],
  '/alerts?tab=channels': ['channels', 'quiet-hours', 'push', 'weekly'],
} as const

/** Actions and settings. Those that change something with a consequence only open where it is confirmed. */
export function useActions(me: Pick<User, 'rights'> | undefined): Place[] {
  const t = useTranslation('search')
  const theme = useStored('theme')
  const singleKeys = useStored('singleKeys')
  const action = { beside: t('action') }
  const isSubscriber = me?.rights.some(right => right.startsWith('finlist:')) === true
  return [
    { ...action, key: 'set-alert', name: t('set-alert'), words: t('set-alert.words'), opens: {} },
    { ...action, key: 'keys', name: t('keys'), words: t('keys.words'), opens: 'keys' },
    {
      ...action,
      key: 'single-keys',
      name: t(singleKeys ? 'single-keys.off' : 'single-keys.on'),
      run: () => write('singleKeys', !singleKeys),
    },
    ...themes
      .filter(value => value !== theme)
      .map(value => ({
        ...action,
        key: `theme ${value}`,
        name: t('theme', { value: t(`theme.${value}`) }),
        words: t(`theme.${value}.words`),
        run: () => applyTheme(value),
      })),
    ...languageIds
      .filter(id => id !== currentLanguage())
      .map(id => ({
        ...action,
        key: `language ${id}`,
        name: t('language', { value: t(`language.${id}`) }),
        words: t(`language.${id}.words`),
        run: () => changeLanguage(id),
      })),
    ...(isSubscriber
      ? [
          {
            ...action,
            key: 'cancel-renewal',
            name: t('cancel-renewal'),
            words: t('cancel-renewal.words'),
            to: addressOfRenewal,
          },
        ]
      : []),
    {
      ...action,
      key: 'sign-out',
      name: t('user-menu.logout'),
      words: t('sign-out.words'),
      run: () => leaving(signOut),
    },
    ...Object.entries(settings).flatMap(([address, names]) =>
      names.map(name => ({
        key: name,
        name: t(`setting.${name}`),
        words: t(`setting.${name}.words`),
        beside: t('setting'),
        to: () => address,
      })),
    ),
  ]
}

/** The only subscription that renews, with its renewal; My Account if there are several or none. */
async function addressOfRenewal(): Promise<string> {
  const answer = await queryClient.fetchQuery(callQuery(userSubscriptions)).catch(() => undefined)
  const renewing = answer?.subscriptions.filter(({ hasAutoRenew }) => hasAutoRenew) ?? []
  const [only] = renewing
  return renewing.length === 1 && only ? `/dashboard?subscriptionId=${only.subscriptionId}` : '/dashboard'
}
