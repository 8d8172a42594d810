// The part of a form that says what somebody, or a device, is to be: a role, and the table where it has one.

import { fillOptions } from './parts.js';
import { say } from './words.js';

/** Role and table in a form that has fields of these names. */
export class RoleForm {
  /** Joins them; the roles in the order in which they are offered. */
  constructor(form, roles) {
    this.role = form.elements.role;
    this.table = form.elements.table;
    this.roles = roles;
    this.role.addEventListener('change', () => this.draw());
  }

  /** Says everything in the language of the page. */
  relabel() {
    fillOptions(this.role, this.roles.map((role) => [role, say(`enter.role_${role}`)]));
    this.draw();
  }

  /** Asks for a table where the role is that of one. */
  draw() {
    const isOfTable = this.role.value !== 'arbiter';
    this.table.closest('label').hidden = !isOfTable;
    this.table.required = isOfTable;
  }

  /** What is chosen, as the service is told it. */
  value() {
    return this.role.value === 'arbiter' ? { role: 'arbiter' } : { role: this.role.value, table: Number(this.table.value) };
  }

  /** Chooses it. */
  choose(role, table) {
    this.role.value = role;
    this.table.value = table;
    this.draw();
  }
}
