import { user } from '@finlist/contract/account/account'
import { affiliates } from '@finlist/contract/affiliate'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Navigate } from 'react-router'
import { ForbiddenError } from '../../api/call-error.ts'
import { callQuery } from '../../api/query-client.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CodeResult } from './CodeResult.tsx'
import { CodesForm } from './CodesForm.tsx'
import { useCodesAddress } from './use-codes-address.ts'
import { WaitingFigures } from './WaitingFigures.tsx'

const MakeCode = lazy(() => import('./MakeCode.tsx'))

/** Sales by affiliate code, and a form for a new code. People without the right are redirected to the home page. */
export default function AffiliatesScreen() {
  const t = useTranslation('affiliate')
  const me = useQuery(callQuery(user))
  const { codes, search } = useCodesAddress()
  const [isMaking, setMaking] = useState(false)
  const found = useQuery({ ...callQuery(affiliates, { body: codes }), enabled: codes.length > 0 && me.isSuccess })
  const { error } = found
  const isStaff = me.data?.rights.includes('staff')
  if (isStaff === false || (error instanceof ForbiddenError && !['device', 'blocked'].includes(error.code ?? '')))
    return <Navigate to="/" replace />
  return (
    <>
      <PageHeader title={t('screen.admin-affiliates')}>
        <p className="mt-1 max-w-[72ch] text-14 text-faded">{t('admin.about')}</p>
      </PageHeader>
      {me.isPending && <WaitingFigures />}
      {me.isError && <CallFailed error={me.error} onRetry={() => void me.refetch()} />}
      {isStaff && (
        <div className="mb-9 grid items-start gap-4 md:grid-cols-[minmax(0,36rem)_auto] md:justify-between">
          <CodesForm
            key={codes.join()}
            codes={codes}
            isBusy={found.isFetching}
            onSearch={wanted => (wanted.join() === codes.join() ? void found.refetch() : search(wanted))}
          />
          <Button onClick={() => setMaking(true)}>
            <Plus size={15} aria-hidden />
            {t('make')}
          </Button>
        </div>
      )}
      {codes.length === 0 || !isStaff ? null : found.data ? (
        <div className="grid gap-12">
          {found.data.map((figures, at) => (
            // The same code may be requested more than once.
            // oxlint-disable-next-line react/no-array-index-key
            <CodeResult key={`${figures.code} ${at}`} figures={figures} />
          ))}
        </div>
      ) : found.isError ? (
        <CallFailed error={error} onRetry={() => void found.refetch()} />
      ) : (
        <WaitingFigures />
      )}
      <Suspense>
        {isMaking && (
          <MakeCode
            onClose={() => setMaking(false)}
            onMade={code => {
              setMaking(false)
              search([code, ...codes.filter(known => known !== code)])
            }}
          />
        )}
      </Suspense>
    </>
  )
}
