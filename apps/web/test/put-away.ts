import { afterEach } from 'vitest'
import { putAway } from './show.tsx'

afterEach(putAway)
