import { definePlugin, Rule } from 'html-validate';

/** `disabled` says it already; with aria-disabled beside it, it may say the opposite. */
class DisabledOnce extends Rule {
  setup() {
    this.on('dom:ready', ({ document }) => {
      for (const node of document.querySelectorAll('[disabled][aria-disabled]')) {
        this.report({ node, message: 'aria-disabled must not stand beside disabled' });
      }
    });
  }
}

const ownRules = definePlugin({ name: 'own-rules', rules: { 'disabled-once': DisabledOnce } });

/**
 * How the pages' HTML is judged (scripts/html.mjs): everything html-validate recommends, but for what stands here with
 * its reason.
 * @type {import('html-validate').ConfigData}
 */
export default {
  plugins: [ownRules],
  extends: ['html-validate:recommended'],
  rules: {
    'disabled-once': 'error',
    // React writes void elements, boolean and empty attributes as XHTML does, and some attributes' names in its own case.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'attr-case': 'off',
    // React's useId makes ids such as ":r1:", which HTML 5 allows.
    'valid-id': ['error', { relaxed: true }],
    // Headless UI keeps the focus in a dialog by two hidden buttons, and the page behind it still by a style.
    'hidden-focusable': 'off',
    'no-inline-style': 'off',
    // Lists of ids, and rows of one table, are sent under one name.
    'form-dup-name': 'off',
    // What the standard makes of none is what is meant: a text field, a submit button; the words would only be bytes.
    'no-implicit-input-type': 'off',
    'no-implicit-button-type': 'off',
    // A fieldset that only disables what is in it has no name; where it is a group axe looks for one.
    'wcag/h71': 'off',
    // A form's button may stand outside it (form="…"), or the form is sent by script alone and has another without.
    'wcag/h32': 'off',
    // Sections without a name are no landmarks.
    'unique-landmark': 'off',
    // On a list of terms it is allowed, and read.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
  },
};
