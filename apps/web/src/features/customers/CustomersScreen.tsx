import { isAdmin, StaffOnly } from '../../components/notices/staff-only.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { useCustomerAddress } from './customer-address.ts'
import { CustomerPage } from './detail/CustomerPage.tsx'
import { CustomerSearch } from './search/CustomerSearch.tsx'

/** Searches for people, or shows all billing data of one user. */
export default function CustomersScreen() {
  const t = useTranslation('customers')
  const { userId, search } = useCustomerAddress()
  return (
    <StaffOnly title={t('screen.admin-customers')}>
      {me =>
        userId ? (
          <CustomerPage key={userId} userId={userId} search={search} mayAct={isAdmin(me)} />
        ) : (
          <CustomerSearch key="search" search={search} />
        )
      }
    </StaffOnly>
  )
}
