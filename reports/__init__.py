"""What people see: drawings, tables, pages, printed books."""
