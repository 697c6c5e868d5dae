import fc from 'fast-check';

/**
 * Property-based tests take the same samples in every run, so that a run says something about the change and not
 * about luck. `FC_SEED=$RANDOM npm run test:unit` looks further.
 */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20261121) });
