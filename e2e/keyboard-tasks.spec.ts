import { test } from '@playwright/test'
import { typeTasks } from './tasks.ts'
import { inEachTheme } from './themes.ts'

inEachTheme(look => typeTasks(test, look))
