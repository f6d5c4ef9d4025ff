import { type AuditAction, auditActions, auditPerPage } from '@finlist/contract/staff/customers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { changedQuery } from '../../../components/changed-query.ts'
import { StaffCallFailed, StaffOnly } from '../../../components/notices/staff-only.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { useIsPhone } from '../../../ui/is-phone.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { idIn } from '../customer-address.ts'
import { auditPage } from '../queries.ts'
import { AuditCards } from './AuditCards.tsx'
import { AuditTable } from './AuditTable.tsx'

/** Staff actions on all customers, newest first, filtered by the address. */
export default function AuditScreen() {
  const t = useTranslation('customers')
  return (
    <StaffOnly title={t('screen.admin-audit')}>
      {() => (
        <>
          <PageHeader title={t('screen.admin-audit')} />
          <Log />
        </>
      )}
    </StaffOnly>
  )
}

function Log() {
  const t = useTranslation('customers')
  const phone = useIsPhone()
  const { page, action, userId, change } = useAuditAddress()
  const log = useQuery({ ...auditPage(page, action, userId), placeholderData: keepPreviousData })
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-3">
        <SelectField
          className="w-full md:w-56"
          label={t('audit.action')}
          empty={t('audit.every')}
          value={action ?? ''}
          options={auditActions.map(value => ({ value, label: t(`audit.${value}`) }))}
          onChange={({ target }) => change({ action: target.value || null })}
        />
        {userId && (
          <Button onClick={() => change({ userId: null })}>
            {t('audit.of', { id: userId })}
            <X size={15} aria-hidden />
            <span className="sr-only">{t('audit.everybody')}</span>
          </Button>
        )}
        {log.data && log.data.total > 0 && (
          <output className="ml-auto text-13 text-faded">{t('audit.count', { count: log.data.total })}</output>
        )}
      </div>
      {log.data ? (
        <div aria-busy={log.isPlaceholderData} className="aria-busy:opacity-55">
          {log.data.entries.length === 0 ? (
            <EmptyState>{t(action || userId ? 'audit.none.filtered' : 'audit.none')}</EmptyState>
          ) : phone ? (
            <AuditCards entries={log.data.entries} />
          ) : (
            <AuditTable entries={log.data.entries} />
          )}
          <Pages page={page} total={log.data.total} onTurn={next => change({ page: String(next) })} />
        </div>
      ) : log.isError ? (
        <StaffCallFailed error={log.error} onRetry={() => void log.refetch()} />
      ) : (
        <output className="block">
          <span className="sr-only">{t('loading')}</span>
          {['a', 'b', 'c', 'd'].map(row => (
            <Skeleton key={row} className="mt-3 h-9 w-full" />
          ))}
        </output>
      )}
    </>
  )
}

function Pages({ page, total, onTurn }: { page: number; total: number; onTurn: (page: number) => void }) {
  const t = useTranslation('customers')
  if (total <= auditPerPage && page === 1) return null
  const first = Math.min((page - 1) * auditPerPage + 1, total)
  return (
    <Pager
      label={t('audit.pages')}
      shown={t('audit.shown', { first, last: Math.min(first + auditPerPage - 1, total), total })}
      {...(page > 1 && { back: { label: t('audit.newer'), onPress: () => onTurn(page - 1) } })}
      {...(page * auditPerPage < total && { on: { label: t('audit.older'), onPress: () => onTurn(page + 1) } })}
    />
  )
}

function useAuditAddress() {
  const [query, setQuery] = useSearchParams()
  const page = Number(query.get('page'))
  const action: AuditAction | undefined = auditActions.find(known => known === query.get('action'))
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    action,
    userId: idIn(query),
    /** Changes the filter and returns to the first page. */
    change: (changes: { page?: string; action?: string | null; userId?: null }) =>
      setQuery(changedQuery(location.search, { page: null, ...changes })),
  }
}
