import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { builtPrograms } from './bin/launcher/program-build.mjs'

/** Vitest leaves a core to itself, which on two cores is half of the machine. */
const maxWorkers = Math.max(2, availableParallelism() - 1)

/** A minute or more each, though the files are short: on a fresh clone Vitest goes by size, and would begin with them at the end. */
const longest = [
  ...['screens', 'typing', 'gallery', 'parameters', 'help', 'embed', 'custom-charts'].map(
    (name) => `${name}.e2e`,
  ),
  ...['type-confusion.stress', 'authorization-matrix.db', 'hangs.stress'],
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return found === -1 ? longest.length : found
    }
    // a stable sort: the others stay as Vitest has them
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

/**
 * `unit` and `components` need nothing; `database` a PostgreSQL; `live` real servers; `engines` the engines of data sources, and stress tests (`npm run test:engines`);
 * `browser` Chromium and a built web.
 */
export default defineConfig({
  plugins: [builtPrograms()],
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          maxWorkers,
          // these files change nothing that they have in common: one that has to (a catalogue) puts it back
          isolate: false,
          include: [
            'src/{server,shared,connectors,destinations}/**/*.test.ts',
            'test/{house-rules,runner}/**/*.test.ts',
          ],
          exclude: ['**/*.{db,live,e2e,engine,stress}.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          // the unit tests with a DOM
          name: 'components',
          setupFiles: ['./test/components-setup.ts'],
          maxWorkers,
          // loading the modules for each file took half of the time; `vi.mock` therefore does not work, and no test uses it
          isolate: false,
          include: ['src/{web,visualizations}/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          maxWorkers,
          // each file has its own database and application; loading the modules for each took half of the time
          isolate: false,
          include: ['src/**/*.db.test.ts', 'test/**/*.db.test.ts'],
          globalSetup: ['./test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'live',
          maxWorkers,
          // as for the database tests
          isolate: false,
          include: ['src/**/*.live.test.ts', 'test/**/*.live.test.ts'],
          globalSetup: ['./test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          // an engine takes about 1 GB of memory, and much of a file is waiting for it
          maxWorkers: 2,
          isolate: false,
          include: ['{src,test}/**/*.{engine,stress}.test.ts'],
          globalSetup: ['./test/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.e2e.test.ts'],
          globalSetup: ['./test/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // a Chromium, a web process and a worker process for each; a third of the time a page waits for timers and frames
          maxWorkers: 3,
          // so that files share them: test/e2e/browser-of-file.ts, test/e2e/shared-sextant.ts
          isolate: false,
          // what a page shows in the end counts, on a busy machine too
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
