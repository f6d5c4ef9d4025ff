import { userBadges } from '@finlist/contract/staff/users'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { UserList } from './UserList.tsx'
import { useUsersAddress } from './use-users-address.ts'

const afterTypingMs = 300

/** All accounts, filtered by the address. The server checks who may see them. */
export default function UsersScreen() {
  const t = useTranslation('users')
  const { wanted, change } = useUsersAddress()
  const [typed, setTyped] = useState(wanted.search)
  const search = typed.trim().slice(0, 100)
  useEffect(() => {
    if (search === wanted.search) return
    const timer = setTimeout(() => change({ search: search || null }), afterTypingMs)
    return () => clearTimeout(timer)
  }, [search, wanted.search, change])
  return (
    <>
      <PageHeader title={t('screen.admin-users')} />
      <UserList wanted={wanted}>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
          <div className="w-full md:w-120">
            <SearchField label={t('search')} clearLabel={t('search.clear')} value={typed} onChange={setTyped} />
            <p className="mt-1.5 text-13 text-faded">{t('search.hint')}</p>
          </div>
          <div className="md:self-start">
            <SegmentedControl
              legend={t('filter')}
              options={(['ALL', ...userBadges] as const).map(value => ({ value, label: t(`badge.${value}`) }))}
              value={wanted.filter ?? 'ALL'}
              onChange={filter => change({ filter: filter === 'ALL' ? null : filter })}
            />
          </div>
        </div>
      </UserList>
    </>
  )
}
