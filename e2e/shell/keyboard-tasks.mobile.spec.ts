import { test } from '@playwright/test'
import { inEachTheme } from '../themes.ts'
import { typeTasks } from './tasks.ts'

// Each task in one look on the desktop, and in the other on the phone.
inEachTheme(look => typeTasks(test, look, look.language === 'en' ? 1 : 0))
