import { customersFound, type FoundCustomer } from '@finlist/contract/staff/customers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { StaffCallFailed } from '../../../components/notices/staff-only.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { useIsPhone } from '../../../ui/is-phone.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { addressOf } from '../customer-address.ts'
import { foundCustomers } from '../queries.ts'
import { FoundCards } from './FoundCards.tsx'
import { FoundTable } from './FoundTable.tsx'

const afterTypingMs = 300

/** Finds people who match the typed text. The text is kept in the address. Searches after a pause in typing. */
export function CustomerSearch({ search }: { search: string }) {
  const t = useTranslation('customers')
  const navigate = useNavigate()
  const [typed, setTyped] = useState(search)
  const wanted = typed.trim().slice(0, 100)
  useEffect(() => {
    if (wanted === search) return
    const timer = setTimeout(() => void navigate(addressOf({ search: wanted }), { replace: true }), afterTypingMs)
    return () => clearTimeout(timer)
  }, [wanted, search, navigate])
  return (
    <>
      <PageHeader title={t('screen.admin-customers')} />
      <SearchField
        className="max-w-144"
        label={t('search')}
        clearLabel={t('search.clear')}
        value={typed}
        onChange={setTyped}
      />
      <p className="mt-1.5 text-13 text-faded">{t('search.hint')}</p>
      {search && <Found search={search} />}
    </>
  )
}

function Found({ search }: { search: string }) {
  const t = useTranslation('customers')
  const found = useQuery({ ...foundCustomers(search), placeholderData: keepPreviousData })
  if (!found.data)
    return found.isError ? (
      <StaffCallFailed error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <output className="mt-6 block border-t border-ink">
        <span className="sr-only">{t('loading')}</span>
        {['a', 'b', 'c'].map(row => (
          <Skeleton key={row} className="mt-3 h-8 w-full" />
        ))}
      </output>
    )
  const people = found.data
  return (
    <section aria-label={t('found')} aria-busy={found.isPlaceholderData} className="mt-6 aria-busy:opacity-55">
      <output className="mb-1 block text-13 text-faded">{countOf(people)}</output>
      {people.length === 0 ? (
        <EmptyState>{t('found.none', { search })}</EmptyState>
      ) : (
        <People people={people} search={search} />
      )}
    </section>
  )

  function countOf({ length }: readonly FoundCustomer[]) {
    if (length === 0) return null
    return length < customersFound ? t('found.count', { count: length }) : t('found.newest', { most: customersFound })
  }
}

function People(props: { people: readonly FoundCustomer[]; search: string }) {
  return useIsPhone() ? <FoundCards {...props} /> : <FoundTable {...props} />
}
