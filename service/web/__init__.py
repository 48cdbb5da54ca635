"""The pages people see in a browser; they load nothing from anywhere else."""
