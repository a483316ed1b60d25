import { type PythonEnvironment, pythonEnvironment } from './engine-cache.ts'
import { type RunningEngine, startEngine } from './start-engine.ts'

const version = '5.2.5'

/** moto, which answers as the services of AWS do; or why this machine cannot have it. */
export function motoEnvironment(): Promise<PythonEnvironment | string> {
  return pythonEnvironment('moto', version, [`moto[server]==${version}`])
}

/** All services of moto at one address; they tell each other apart by the service that the signature of a request names. */
export async function startMoto({ python }: PythonEnvironment): Promise<RunningEngine> {
  return await startEngine('moto', {
    command: (port) => ({
      program: python,
      args: ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)],
      env: { MOTO_ACCOUNT_ID: '123456789012' },
    }),
    readyPath: '/moto-api/data.json',
  })
}
