import { afterAll, beforeAll } from 'vitest';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';
import { servedCalls, type Served } from './send-call';
import { writeSummary } from './summary';
import { makeContractWorld, type ContractWorld } from './world';

/** What the tests over the whole call table work with; filled before the first of them. */
export type Contract = { app: BuiltApp; world: ContractWorld; served: Map<string, Served> };

/** The built app and its world for the tests of one file; what they counted is written down under `name`. */
export function useContract(name: string): Contract {
  useDatabase({ keepRows: true });
  const contract = {} as Contract;
  beforeAll(async () => {
    contract.app = await startBuiltApp();
    contract.world = await makeContractWorld(contract.app);
    contract.served = new Map(servedCalls(contract.app.build).map((one) => [one.name, one]));
  });
  afterAll(async () => {
    await contract.app.stop();
    writeSummary(name);
  });
  return contract;
}
