import type { ConnectorHost } from '../connector.ts'

/** What a request is signed with. */
export interface AwsKeys {
  accessKey: string
  secretKey: string
  /** null: the keys do not end */
  sessionToken: string | null
}

/** Who asks AWS, as a data source says it. */
export interface AwsIdentity {
  region: string
  /** null: those of the machine */
  keys: AwsKeys | null
  /** the role that is assumed with them; null: none */
  role: { arn: string; externalId: string | null; sessionName: string } | null
}

/** What connectors lend to the code of this folder. */
export type AwsHost = Pick<ConnectorHost, 'fetchServer' | 'machineCredentials'>
