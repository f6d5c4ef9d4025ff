import { type User, user } from '@finlist/contract/account/account'
import { saveUser } from '@finlist/contract/account/profile'
import { markets } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { useStored, write } from '../../api/storage.ts'
import { watchlistsOfPerson } from '../../components/watchlists.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'

/** Choice of the page that opens after a sign-in and in the installed app. */
export function StartPage({ me }: { me: User }) {
  const t = useTranslation('account')
  const chosen = useStored('startPage')
  const { data: lists = [] } = useQuery({ ...watchlistsOfPerson(), enabled: me.rights.includes('watchlist') })
  const options = [
    { value: '', label: t('start.market') },
    { value: '/today', label: t('screen.today') },
    ...markets.map(({ linkSuffix }) => ({
      value: `/finlist-${linkSuffix}`,
      label: t('screen.finlist', { market: t(`market.${linkSuffix}`) }),
    })),
    ...lists.map(({ watchlistId, watchlistName }) => ({
      value: `/watchlist?list=${watchlistId}`,
      label: t('start.watchlist', { name: watchlistName }),
    })),
  ]
  return (
    <div className="w-full md:w-64">
      <SelectField
        label={t('start')}
        options={options}
        value={options.some(({ value }) => value === chosen) ? chosen : ''}
        onChange={({ target }) => choose(target.value)}
      />
      <p className="mt-1 text-12 text-faded">{t('start.hint')}</p>
    </div>
  )
}

/** Applies the choice immediately in this browser, and saves it to the account for other devices. */
function choose(startPage: string): void {
  write('startPage', startPage)
  queryClient.setQueryData(callQuery(user).queryKey, me => me && { ...me, startPage })
  request(saveUser, { body: { startPage } }).catch(console.error)
}
