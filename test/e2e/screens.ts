import type { Page } from 'playwright-core'
import type { Width } from './browser.ts'
import { choose, queryPage } from './query-page.ts'

/** Ids and accounts that the screens show. */
export interface ShownContent {
  query: number
  chart: number
  dataSource: number
  dashboard: number
  destination: number
  alert: number
}

export interface Screen {
  name: string
  path: string | ((content: ShownContent) => string)
  /** a narrow window is opened for itself, because other steps lead there; otherwise the wide one is made narrow */
  reopens?: true
  /** creates the state of the screen once the page is open */
  arrange(page: Page, width: Width): Promise<void>
}

async function showDashboard(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('img', { name: /chart/ }).first().waitFor()
}

const showHome = (page: Page) => page.getByRole('heading', { name: 'Newest queries' }).waitFor()
const showTable = (page: Page) => page.getByRole('table').waitFor()
const showList = (page: Page) => page.getByRole('main').getByRole('listitem').first().waitFor()
const showAlert = (page: Page) => page.getByText('The condition').first().waitFor()

/** Every screen of a signed-in admin: for the accessibility test, and for docs/screens. */
export const screens: readonly Screen[] = [
  {
    name: 'home',
    path: '/',
    arrange: showHome,
  },
  {
    name: 'queries',
    path: '/queries',
    arrange: showTable,
  },
  {
    name: 'queries-nothing-found',
    path: '/queries?q=nothing+is+called+so',
    arrange: async (page) => page.getByText("Sorry, we couldn't find anything.").waitFor(),
  },
  {
    name: 'dashboards',
    path: '/dashboards',
    arrange: async (page) => page.getByRole('main').locator('table, p').first().waitFor(),
  },
  {
    name: 'new-dashboard',
    path: '/dashboards',
    arrange: async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'New Dashboard' }).click()
      await page.getByRole('dialog').getByPlaceholder('Dashboard Name').fill('Airports')
    },
  },
  {
    name: 'system-status',
    path: '/admin/status',
    arrange: async (page) => page.getByRole('region', { name: 'Manager' }).waitFor(),
  },
  {
    name: 'job-status',
    path: '/admin/queries/jobs#workers',
    arrange: showTable,
  },
  {
    name: 'outdated-queries',
    path: '/admin/queries/outdated',
    arrange: async (page) => page.getByText('There are no outdated queries.').waitFor(),
  },
  {
    name: 'add-to-dashboard',
    path: ({ query }) => `/queries/${query}`,
    arrange: async (page) => {
      const { results, table } = queryPage(page)
      await table.waitFor()
      await results.getByRole('button', { name: 'Add to Dashboard' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add to Dashboard' })
      await dialog.getByRole('combobox').fill('Airports')
      await dialog.getByRole('option', { name: 'New dashboard' }).waitFor()
    },
  },
  {
    name: 'dashboard',
    path: ({ dashboard }) => `/dashboards/${dashboard}`,
    arrange: showDashboard,
  },
  {
    name: 'dashboard-edit',
    path: ({ dashboard }) => `/dashboards/${dashboard}?edit`,
    reopens: true,
    arrange: async (page, width) => {
      await showDashboard(page)
      // one column is not arranged
      if (width === 1440) await page.getByRole('button', { name: 'Done Editing' }).waitFor()
    },
  },
  {
    name: 'dashboard-share',
    path: ({ dashboard }) => `/dashboards/${dashboard}`,
    reopens: true,
    arrange: async (page, width) => {
      await showDashboard(page)
      if (width === 1440) await page.getByRole('button', { name: 'Share' }).click()
      else {
        await page.getByRole('button', { name: 'More actions', exact: true }).click()
        await page.getByRole('menuitem', { name: 'Share' }).click()
      }
      await page.getByRole('dialog', { name: 'Share Dashboard' }).getByRole('switch').waitFor()
    },
  },
  {
    name: 'new-query',
    path: '/queries/new',
    arrange: async (page) => {
      await queryPage(page).editor.waitFor()
      await page.getByRole('button', { name: 'Execute' }).waitFor()
    },
  },
  {
    name: 'source-editor',
    path: ({ query }) => `/queries/${query}/source`,
    reopens: true,
    arrange: async (page) => {
      const query = queryPage(page)
      await query.show('Schema')
      await page.getByRole('treeitem').first().waitFor()
      await query.show('Results')
      await query.table.waitFor()
      await query.show('Query')
    },
  },
  {
    name: 'source-editor-error',
    path: ({ query }) => `/queries/${query}/source`,
    reopens: true,
    arrange: async (page) => {
      const query = queryPage(page)
      await query.write('select origin,\n  no_such_column\nfrom flights')
      await query.run()
      await query.failure.waitFor()
    },
  },
  {
    name: 'query',
    path: ({ query }) => `/queries/${query}`,
    arrange: async (page) => queryPage(page).table.waitFor(),
  },
  {
    name: 'query-chart',
    path: ({ query, chart }) => `/queries/${query}#${chart}`,
    arrange: async (page) => queryPage(page).results.getByRole('img', { name: /chart/ }).waitFor(),
  },
  {
    name: 'chart-editor',
    path: ({ query, chart }) => `/queries/${query}/source#${chart}`,
    reopens: true,
    arrange: async (page) => {
      const query = queryPage(page)
      await query.show('Results')
      await query.results.getByRole('img', { name: /chart/ }).waitFor()
      await query.results.getByRole('button', { name: 'Edit Visualization' }).click()
      await query.visualizationEditor.getByRole('img', { name: /chart/ }).waitFor()
      await query.visualizationEditor.getByRole('combobox', { name: 'Chart Type' }).waitFor()
    },
  },
  {
    name: 'new-visualization',
    path: ({ query }) => `/queries/${query}/source`,
    reopens: true,
    arrange: async (page) => {
      const query = queryPage(page)
      await query.show('Results')
      await query.table.waitFor()
      await query.results.getByRole('button', { name: 'New Visualization' }).click()
      await query.gallery.getByRole('heading', { name: 'All types' }).waitFor()
    },
  },
  {
    name: 'table-editor',
    path: ({ query }) => `/queries/${query}/source`,
    reopens: true,
    arrange: async (page) => {
      const query = queryPage(page)
      await query.show('Results')
      await query.table.waitFor()
      await query.newVisualization('Table')
      await query.visualizationEditor.getByRole('grid').waitFor()
      await query.visualizationEditor.getByRole('tab', { name: 'Columns' }).waitFor()
    },
  },
  {
    name: 'api-key',
    path: ({ query }) => `/queries/${query}`,
    arrange: async (page) => {
      await queryPage(page).table.waitFor()
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Show API Key' }).click()
      await page.getByRole('dialog', { name: 'API Key' }).getByText('Results in CSV format').waitFor()
    },
  },
  {
    name: 'query-history',
    path: ({ query }) => `/queries/${query}?history`,
    reopens: true,
    arrange: async (page, width) => {
      const versions = page.getByRole('list', { name: 'Versions' }).getByRole('button')
      await versions.last().click()
      if (width === 390) await page.getByRole('button', { name: 'All versions' }).waitFor()
      await page.getByText('Changed besides the text').waitFor()
    },
  },
  {
    name: 'alerts',
    path: '/alerts',
    arrange: showTable,
  },
  {
    name: 'new-alert',
    path: '/alerts/new',
    arrange: async (page) => page.getByRole('option').first().waitFor(),
  },
  {
    name: 'alert',
    path: ({ alert }) => `/alerts/${alert}`,
    arrange: async (page) => {
      await showAlert(page)
      await page.getByRole('group', { name: 'Evaluations' }).getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'alert-edit',
    path: ({ alert }) => `/alerts/${alert}/edit`,
    arrange: async (page) => {
      await showAlert(page)
      await page.getByRole('button', { name: 'Save Changes' }).waitFor()
    },
  },
  {
    name: 'alert-destinations',
    path: ({ alert }) => `/alerts/${alert}`,
    arrange: async (page) => {
      await showAlert(page)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Add Alert Destinations' })
      await dialog.getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'data-sources',
    path: '/data_sources',
    arrange: showList,
  },
  {
    name: 'data-source-types',
    path: '/data_sources/new',
    arrange: async (page) => page.getByRole('dialog').getByRole('button', { name: 'PostgreSQL' }).waitFor(),
  },
  {
    name: 'data-source-form',
    path: '/data_sources/new',
    arrange: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'PostgreSQL' }).click()
      await dialog.getByRole('textbox', { name: 'Database Name' }).waitFor()
    },
  },
  {
    name: 'data-source',
    path: ({ dataSource }) => `/data_sources/${dataSource}`,
    arrange: async (page) => page.getByRole('button', { name: 'Test Connection' }).waitFor(),
  },
  {
    name: 'destinations',
    path: '/destinations',
    arrange: showList,
  },
  {
    name: 'destination-types',
    path: '/destinations/new',
    arrange: async (page) => page.getByRole('dialog').getByRole('button', { name: 'Datadog' }).waitFor(),
  },
  {
    name: 'destination-form',
    path: '/destinations/new',
    arrange: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Microsoft Teams Webhook' }).click()
      await dialog.getByRole('button', { name: 'Additional Settings' }).click()
      await dialog.getByRole('textbox', { name: 'Message Template' }).waitFor()
    },
  },
  {
    name: 'destination',
    path: ({ destination }) => `/destinations/${destination}`,
    arrange: async (page) => {
      await page.getByRole('button', { name: 'Send Test' }).waitFor()
      await page.getByRole('complementary').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'deliveries',
    path: '/destinations/deliveries',
    arrange: showTable,
  },
  {
    name: 'delivery',
    path: '/destinations/deliveries',
    arrange: async (page) => {
      await page
        .getByRole('button', { name: /^Attempts of delivery/ })
        .last()
        .click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'query-snippets',
    path: '/query_snippets',
    arrange: async (page) => {
      await page.getByRole('heading', { name: 'Query Snippets' }).waitFor()
      await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'query-snippet',
    path: '/query_snippets/new',
    arrange: async (page) => page.getByRole('dialog', { name: 'Create Query Snippet' }).waitFor(),
  },
  {
    name: 'parameter',
    path: '/queries/new',
    reopens: true,
    arrange: async (page) => {
      const query = queryPage(page)
      await query.show('Query')
      await page.getByRole('button', { name: 'Add New Parameter' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add Parameter' })
      await dialog.getByLabel('Keyword').fill('airports')
      await choose(dialog, 'Type', 'Dropdown List')
      await dialog.getByLabel('Allow multiple values').check()
    },
  },
  {
    name: 'profile',
    path: '/users/me',
    arrange: async (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'change-password',
    path: '/users/me',
    arrange: async (page) => {
      await page.getByRole('list', { name: 'Sessions' }).waitFor()
      await page.getByRole('button', { name: 'Change Password' }).click()
      await page.getByRole('dialog', { name: 'Change Password' }).waitFor()
    },
  },
  {
    name: 'second-factor',
    path: '/users/me',
    arrange: async (page) => {
      await page.getByRole('button', { name: 'Set up a second factor' }).click()
      await page.getByRole('dialog', { name: 'Set up a second factor' }).waitFor()
    },
  },
  {
    name: 'users',
    path: '/users',
    arrange: showTable,
  },
  {
    name: 'new-user',
    path: '/users/new',
    arrange: async (page) => page.getByRole('dialog', { name: 'Create a New User' }).waitFor(),
  },
  {
    name: 'user',
    path: '/users',
    arrange: async (page) => {
      await page
        .getByRole('table')
        .getByRole('button', { name: /^Disable/ })
        .first()
        .waitFor()
      await page
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name: /^Disable/ }) })
        .first()
        .getByRole('link')
        .first()
        .click()
      await page.getByRole('button', { name: 'Send Password Reset Email' }).click()
      await page.getByRole('dialog', { name: 'Email not sent!' }).waitFor()
    },
  },
  {
    name: 'groups',
    path: '/groups',
    arrange: showTable,
  },
  {
    name: 'group-members',
    path: '/groups/1',
    arrange: async (page) => page.getByRole('list', { name: 'Members' }).waitFor(),
  },
  {
    name: 'group-data-sources',
    path: '/groups/2/data_sources',
    arrange: async (page) => page.getByRole('list', { name: 'Data Sources' }).waitFor(),
  },
  {
    name: 'general-settings',
    path: '/settings/general',
    arrange: async (page) => page.getByRole('textbox', { name: 'Integer Format' }).waitFor(),
  },
  {
    name: 'palette',
    path: '/',
    arrange: async (page) => {
      await showHome(page)
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('option', { name: 'Home' }).waitFor()
    },
  },
  {
    name: 'shortcuts',
    path: '/',
    arrange: async (page) => {
      await showHome(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog').getByText('Save', { exact: true }).waitFor()
    },
  },
  {
    name: 'menu',
    path: '/',
    reopens: true,
    arrange: async (page, width) => {
      if (width === 390) await page.getByRole('button', { name: 'Open the menu' }).click()
      else await page.getByRole('navigation', { name: 'Main' }).getByRole('button').nth(-2).click()
      await page.getByText(/^Version: /).waitFor()
    },
  },
  {
    name: 'not-found',
    path: '/nowhere',
    arrange: async (page) => page.getByText("It seems like the page you're looking for").waitFor(),
  },
]
